import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { DecisionCard, type DecisionCardProps } from '#ui/pending/decision-card.tsx';
import { WaitingRow } from '#ui/pending/pending-row.tsx';
import { ConnectivityLine, connectivityMessage } from '#ui/shell/connectivity-line.tsx';
import { FlashBar } from '#ui/shell/flash-bar.tsx';
import { TrayBadge } from '#ui/shell/tray-badge.tsx';

const draw = (element: React.ReactElement) => renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>);
const nothing = async () => undefined;
const createdAt = Date.UTC(2026, 10, 21, 9);

describe('a row of a pending write', () => {
  const row = (more: object = {}) =>
    draw(
      <WaitingRow
        sentence="Ajouter 2 × « Brie » au panier"
        createdAt={createdAt}
        bytes={1_234_567}
        stateAt={() => ({ sign: 'offline', words: 'attend le réseau', tone: 'straw' })}
        {...more}
      />,
    );

  it('shows text, state, age and size', () => {
    const html = row();
    for (const shown of ['Ajouter 2 × « Brie » au panier', 'attend le réseau', 'à l’instant', '1,2\u00a0Mo']) {
      expect(html).toContain(shown);
    }
    expect(html).toContain('dateTime="2026-11-21T09:00:00.000Z"');
  });

  it('offers possible actions only', () => {
    expect(row()).not.toMatch(/Réessayer|Modifier|Abandonner/);
    const html = row({ editTo: '/commande/panier', onRetry: nothing, discard: { meaning: 'Oublié.', run: nothing } });
    expect(html).toContain('href="/commande/panier"');
    expect(html).toMatch(/Réessayer.*Modifier.*Abandonner/);
    expect(html).not.toContain('Oublié.');
  });
});

describe('an unreadable row', () => {
  const unusual = (createdAt: number | null, more: object = {}) =>
    draw(
      <WaitingRow
        sentence="Modification illisible"
        createdAt={createdAt}
        bytes={12}
        stateAt={() => ({ sign: 'alert', words: 'bloqué', tone: 'brick' })}
        onCopy={async () => true}
        discard={{ meaning: 'Oublié.', run: nothing }}
        {...more}
      />,
    );

  it('is shown without a valid date, and can be copied and discarded', () => {
    expect(unusual(null)).toContain('date inconnue');
    expect(unusual(1e99)).toContain('Modification illisible');
    expect(unusual(createdAt)).toContain('dateTime="2026-11-21T09:00:00.000Z"');
    for (const html of [unusual(null), unusual(createdAt)]) expect(html).toMatch(/Abandonner.*Détails.*Copier/);
  });
});

describe('the card of a different outcome', () => {
  const card = (more: Partial<DecisionCardProps> = {}) =>
    draw(
      <DecisionCard
        tone="changed"
        title="Le prix de « Brie » a changé"
        sentence="Ajouter 2 × « Brie » au panier"
        sides={{ before: 'Avant', mine: 'Sur cet appareil', theirs: 'Sur l’autre appareil' }}
        choices={[{ choice: 'dismiss', label: 'OK' }]}
        onChoose={nothing}
        {...more}
      />,
    );
  const field = (name: string, mine: string | null) => ({ name, label: name, before: 'avant', mine, theirs: 'leur' });

  it('shows before and after side by side where there is nothing to choose', () => {
    const html = card({ fields: [field('Prix', null)] });
    expect(html).toMatch(/<dt>Avant<\/dt><dd>avant<\/dd>.*<dt>Maintenant<\/dt><dd>leur<\/dd>/);
    expect(html).not.toContain('radio');
  });

  it('shows both devices, and a choice per field only for mergeable values', () => {
    const fields = [field('Nom', 'mien'), field('Prix', 'mien aussi')];
    const apart = card({ tone: 'conflict', fields, choices: [{ choice: 'mine', label: 'Le mien' }] });
    expect(apart).toMatch(/<dt>Sur cet appareil<\/dt><dd>mien<\/dd>.*<dt>Sur l’autre appareil<\/dt><dd>leur<\/dd>/);
    expect(apart).not.toContain('radio');
    const joined = card({ tone: 'conflict', fields, choices: [{ choice: 'merge', label: 'Enregistrer ces choix' }] });
    expect(joined.match(/type="radio"/g)).toHaveLength(4);
    expect(joined.match(/<legend/g)).toHaveLength(2);
    expect(joined.match(/checked=""/g)).toHaveLength(2);
  });

  it('shows a refusal with its failed dependents', () => {
    const html = card({ tone: 'refused', also: ['Passer « Brie » à 5'] });
    expect(html).toContain('Refusé\u00a0:');
    expect(html).toContain('<li>Ajouter 2 × « Brie » au panier</li><li>Passer « Brie » à 5</li>');
  });

  it('is announced to screen readers only if its subject had the focus', () => {
    expect(card({ tone: 'refused' })).not.toContain('role="alert"');
    expect(card({ tone: 'refused', live: true })).toContain('role="alert"');
    expect(card({ tone: 'notice', live: true })).toContain('role="status"');
  });
});

describe('the line under the header', () => {
  const calm = { online: true, weak: false, waiting: 0, refused: 0, urgent: false, loginTo: null };

  it('is not there when all is well', () => {
    expect(draw(<ConnectivityLine {...calm} />)).toBe('');
  });

  it('shows pending writes with the reason', () => {
    const words = (change: object) => connectivityMessage({ ...calm, ...change })?.words;
    expect(words({ online: false })).toBe('Hors connexion');
    expect(words({ online: false, waiting: 3 })).toBe('Hors connexion · 3\u00a0modifications en attente');
    expect(words({ online: false, waiting: 1, loginTo: '/x' })).toBe('Hors connexion · 1\u00a0modification en attente');
    expect(words({ weak: true, waiting: 2 })).toBe('Signal faible\u00a0: 2\u00a0modifications en attente');
    expect(words({ weak: true })).toBe('Signal faible\u00a0: le marché tarde à répondre');
    expect(words({ waiting: 2, loginTo: '/x' })).toBe('Reconnectez-vous pour envoyer 2\u00a0modifications');
    expect(words({ loginTo: '/x' })).toBe('Votre session est terminée');
    expect(words({ online: false, loginTo: '/x' })).toBe('Hors connexion');
  });

  it('links to the login with a return path, and to the list', () => {
    const html = draw(
      <ConnectivityLine
        {...calm}
        waiting={2}
        refused={1}
        loginTo="/authentication/connexion?retour=%2F"
        onShow={() => undefined}
      />,
    );
    expect(html).toContain('href="/authentication/connexion?retour=%2F"');
    expect(html).toContain('1\u00a0modification à vérifier');
    expect(html).toMatch(/<button[^>]*>Voir/);
    expect(draw(<ConnectivityLine {...calm} waiting={2} />)).not.toContain('<button');
  });
});

describe('the sign in the header', () => {
  it('is visible only with pending or undecided writes, with their number', () => {
    expect(draw(<TrayBadge count={0} waiting={false} urgent={false} onShow={() => undefined} />)).toBe('');
    const html = draw(<TrayBadge count={3} waiting urgent={false} onShow={() => undefined} />);
    expect(html).toContain('aria-label="En attente d’envoi\u00a0: 3"');
    expect(html).toContain('aria-haspopup="dialog"');
    expect(draw(<TrayBadge count={120} waiting urgent onShow={() => undefined} />)).toContain('99+');
  });

  it('shows pending writes only while there are any', () => {
    const reported = draw(<TrayBadge count={1} waiting={false} urgent={false} onShow={() => undefined} />);
    expect(reported).toContain('aria-label="À vérifier\u00a0: 1"');
    expect(reported).not.toContain('attente');
  });
});

describe('a short message', () => {
  it('may link to more details', () => {
    const flash = { id: '1', text: '1 modification refusée\u00a0:', status: 'error' as const };
    const link = { to: '/en-attente', word: 'voir' };
    expect(draw(<FlashBar flashes={[{ ...flash, link }]} onDismiss={() => undefined} />)).toContain(
      '<a href="/en-attente"',
    );
    expect(draw(<FlashBar flashes={[flash]} onDismiss={() => undefined} />)).not.toContain('<a ');
  });
});
