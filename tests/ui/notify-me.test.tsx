import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NotifyMe } from '#ui/text/notify-me.tsx';

type State = Parameters<typeof NotifyMe>[0]['state'];
const drawn = (state: State) => renderToStaticMarkup(<NotifyMe state={state} onTurn={() => undefined} />);
const asks = 'Me prévenir sur cet appareil';

it('asks where it can be granted, says what is on, and can be ended there', () => {
  expect(drawn('off')).toContain(asks);
  expect(drawn('on')).not.toContain(asks);
  expect(drawn('on')).toContain('Cet appareil vous préviendra');
  expect(drawn('on')).toContain('Ne plus me prévenir');
});

it('names each obstacle, and offers another attempt where one may help', () => {
  for (const state of ['unreachable', 'failed'] as const) expect(drawn(state)).toContain(asks);
  expect(drawn('unreachable')).toContain('Il faut du réseau');
  expect(drawn('denied')).toContain('Les notifications sont bloquées');
  expect(drawn('install')).toContain('écran d’accueil');
  for (const state of ['denied', 'install'] as const) expect(drawn(state)).not.toContain(asks);
});

it('is nothing where the browser has no notifications', () => {
  expect([drawn('impossible'), drawn('unknown')]).toEqual(['', '']);
});
