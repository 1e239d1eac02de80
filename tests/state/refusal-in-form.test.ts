// A refusal that stands in a form is acknowledged by an act of the person, and by nothing else.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Decision } from '#state/pending/pending-writes.ts';

const dismissed: string[] = [];
vi.mock('#state/pending/pending-actions.ts', () => ({
  dismissWrite: async (id: string) => void dismissed.push(id),
}));

const { createRefusalInForm } = await import('#state/pending/refusal-in-form.ts');
const { pageStore } = await import('#state/page/page-store.ts');
const { emptyTray, shownTrayAtom, trayAtom } = await import('#state/pending/pending-writes.ts');

const listed = () => pageStore.get(shownTrayAtom).decisions.map(({ id }) => id);
const goTo = (pathname: string) => vi.stubGlobal('location', { pathname });

beforeEach(() => {
  dismissed.length = 0;
  goTo('/form');
  pageStore.set(trayAtom, { ...emptyTray, ready: true, decisions: [{ id: 'a' }, { id: 'b' }] as Decision[] });
});

describe.each([
  ['that answered the person at once', true],
  ['that came after the write had waited', false],
])('a refusal %s', (_, answered) => {
  it('is not listed while its form shows it, and stays on the device', () => {
    createRefusalInForm().show('a', answered);
    expect(listed()).toEqual(['b']);
    expect(dismissed).toEqual([]);
  });

  it('is acknowledged once the user continues with the form', () => {
    const form = createRefusalInForm();
    form.show('a', answered);
    form.acknowledge();
    expect(dismissed).toEqual(['a']);
    form.end();
    expect(dismissed).toEqual(['a']);
  });

  it('is listed again, without acknowledgement, when its form is replaced', () => {
    const form = createRefusalInForm();
    form.show('a', answered);
    form.end();
    expect([listed(), dismissed]).toEqual([['a', 'b'], []]);
  });

  it(`is ${answered ? 'acknowledged' : 'listed again'} when the user leaves the form’s page`, () => {
    const form = createRefusalInForm();
    form.show('a', answered);
    goTo('/elsewhere');
    form.end();
    expect(dismissed).toEqual(answered ? ['a'] : []);
  });

  it('is listed if its form was closed before', () => {
    const form = createRefusalInForm();
    form.end();
    form.show('a', answered);
    expect([listed(), dismissed]).toEqual([['a', 'b'], []]);
  });
});
