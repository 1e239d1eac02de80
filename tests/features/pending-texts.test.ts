import { describe, expect, it } from 'vitest';
import { screenAddress } from '#engine/writes/addresses.ts';
import { decisionOf } from '#engine/writes/decision-labels.ts';
import { groupByPlace } from '#features/waiting/pending-places.ts';
import {
  howItLeaves,
  isCounting,
  lastTryOf,
  meaningOfDiscard,
  rowStateOf,
  whyNothingLeaves,
} from '#features/waiting/pending-texts.ts';
import { countsOf, type Decision, type WaitingWrite } from '#state/pending/pending-writes.ts';
import type { Conflict } from '#sync/pending/conflict.ts';

const now = 1_800_000_000_000;
const write: WaitingWrite = {
  id: 'a',
  type: 'cart.add',
  lane: 'cart:1',
  sentence: 'Ajouter 2 × « Brie » au panier',
  createdAt: now - 60_000,
  bytes: 400,
  lastTry: null,
  state: 'queued',
  parkedFor: null,
  nextAt: 0,
  behind: false,
  waitsFor: null,
  inDoubt: false,
  undo: false,
  canRetry: false,
  canDiscard: true,
  editTo: null,
  product: null,
  unreadable: false,
};
const well = { now, online: true, weak: false };
const words = (change: Partial<WaitingWrite>, circumstances = well) =>
  rowStateOf({ ...write, ...change }, circumstances);

describe('sending everything now', () => {
  const parked = (parkedFor: WaitingWrite['parkedFor'], canRetry = false) => ({ ...write, parkedFor, canRetry });

  it('is the thing to do only while something can leave', () => {
    expect(whyNothingLeaves([write], true)).toBeNull();
    expect(whyNothingLeaves([parked('auth'), write], true)).toBeNull();
    expect(whyNothingLeaves([parked('stuck', true)], true)).toBeNull();
  });

  it('explains why nothing can be sent', () => {
    expect(whyNothingLeaves([write], false)).toBe(
      'Le réseau ne répond pas\u00a0: rien n’est perdu, l’envoi se fera automatiquement.',
    );
    for (const online of [true, false]) {
      expect(whyNothingLeaves([parked('auth'), parked('conflict')], online)).toMatch(/reconnecté/);
      expect(whyNothingLeaves([parked('conflict'), parked('dependency')], online)).toMatch(/votre choix/);
      expect(whyNothingLeaves([parked('unreadable')], online)).toMatch(/copiez-le, ou abandonnez-le/);
    }
  });
});

describe('what waits for another that wants a choice', () => {
  const held = { ...write, behind: true, waitsFor: 'Enregistrer la livraison' };
  const own = { ...write, parkedFor: 'conflict' } as const;

  it('says which, with and without a network, and is not said to leave by itself', () => {
    for (const online of [true, false]) {
      const words = 'attend que «\u00a0Enregistrer la livraison\u00a0» soit réglé';
      expect(rowStateOf(held, { ...well, online })).toEqual({ sign: 'clock', words, tone: 'straw' });
      expect(isCounting(held, online)).toBe(false);
      expect(howItLeaves([held], online)).toBe('Gardé sur cet appareil.');
      expect(howItLeaves([held, write], online)).toMatch(/ce qui ne demande rien/);
      expect(whyNothingLeaves([own, held], online)).toMatch(/votre choix/);
    }
    expect(whyNothingLeaves([own, held, write], true)).toBeNull();
  });
});

describe('result of the last attempt', () => {
  const reported = (lastTry: WaitingWrite['lastTry']) => lastTryOf({ lastTry }, now);
  const at = now - 3 * 60_000;

  it('is in plain words, with the time', () => {
    expect(reported(null)).toBeNull();
    expect(reported({ at })).toBe('Dernier essai il y a 3\u00a0min\u00a0: pas de réponse');
    expect(reported({ at, status: 503, text: 'Service momentanément indisponible.' })).toBe(
      'Dernier essai il y a 3\u00a0min\u00a0: le marché a répondu «\u00a0Service momentanément indisponible.\u00a0»',
    );
    expect(reported({ at, status: 500, text: '500' })).toBe(
      'Dernier essai il y a 3\u00a0min\u00a0: le marché n’a pas pu s’en occuper',
    );
    expect(reported({ at, status: 200 })).toMatch(/la réponse ne vient pas du marché, mais peut-être d’un portail/);
  });
});

describe('the state of a waiting change', () => {
  it('names the reason, with an icon', () => {
    expect(words({}, { ...well, online: false })).toEqual({
      sign: 'offline',
      words: 'attend le réseau',
      tone: 'straw',
    });
    expect(words({ state: 'inflight', nextAt: null })).toMatchObject({ words: 'envoi en cours', tone: 'green' });
    expect(words({ state: 'inflight', nextAt: null }, { ...well, weak: true }).words).toBe(
      'envoi en cours, le signal est faible',
    );
    expect(words({ behind: true }).words).toBe('attend son tour');
    expect(words({ undo: true, inDoubt: true }).words).toBe('sera annulé dès que le marché aura répondu');
    expect(words({ state: 'parked', parkedFor: 'auth', nextAt: null }).words).toBe('attend votre connexion');
    expect(words({ state: 'parked', parkedFor: 'conflict', nextAt: null }).words).toBe('attend votre choix');
  });

  it('counts down to the next try, in seconds and then in minutes, and only while that is true', () => {
    expect(words({ nextAt: now + 20_000 }).words).toBe('nouvel essai dans 20\u00a0s');
    expect(words({ nextAt: now + 90_000 }).words).toBe('nouvel essai dans 2\u00a0min');
    expect(words({ nextAt: now - 1 }).words).toBe('envoi dans un instant');
    expect(isCounting({ ...write, nextAt: now + 20_000 }, true)).toBe(true);
    expect(isCounting({ ...write, nextAt: now + 20_000 }, false)).toBe(false);
    expect(isCounting({ ...write, nextAt: now + 20_000, behind: true }, true)).toBe(false);
  });

  it('names the blocking write', () => {
    const reasons = (['expired', 'stuck', 'needs-update', 'dependency'] as const).map(
      (parkedFor) => words({ state: 'parked', parkedFor, nextAt: null }).words,
    );
    for (const reason of reasons) expect(reason).toMatch(/^bloqué\u00a0: ./);
    expect(new Set(reasons).size).toBe(reasons.length);
  });
});

describe('giving a change up', () => {
  it('is named discard before sending only, and take back after a possible arrival', () => {
    expect(meaningOfDiscard({ inDoubt: false, parkedFor: null })).toContain('Rien n’a encore été envoyé');
    const doubtful = meaningOfDiscard({ inDoubt: true, parkedFor: null });
    expect(doubtful).toBe('Peut-être déjà arrivé\u00a0: sera annulé dès que le marché aura répondu.');
    expect(meaningOfDiscard({ inDoubt: true, parkedFor: 'expired' })).toContain('personne ne sait plus');
  });
});

describe('grouped pending writes', () => {
  it('are under their subject, in order of creation', () => {
    const lanes = ['cart:1', 'storeOrder:5001', 'cart:1', 'product:9', 'image:tmp', 'new:1', 'cart:2'];
    const groups = groupByPlace(lanes.map((lane, index) => ({ lane, index })));
    expect(groups.map(({ title, writes }) => [title, writes.map(({ index }) => index)])).toEqual([
      ['Panier', [0, 2, 6]],
      ['Commande n°\u00a05001', [1]],
      ['Produits de votre boutique', [3, 4]],
      ['Vos demandes', [5]],
    ]);
    expect(groups.map(({ to }) => to)).toEqual([
      '/commande/panier',
      '/admin/boutique/store/commandes/5001',
      null,
      null,
    ]);
  });

  it('is changed where it was made: at its line of the cart, at its order', () => {
    expect(screenAddress({ screen: 'cart' }, 'p|a,b')).toBe('/commande/panier#ligne-p%7Ca%2Cb');
    expect(screenAddress({ screen: 'cart' }, null)).toBe('/commande/panier');
    expect(screenAddress({ screen: 'merchantOrder', params: { id: '12' } })).toBe('/admin/boutique/store/commandes/12');
    expect(screenAddress(null)).toBeNull();
  });

  it('count once when part of a conflict', () => {
    const decisions = [{ rows: ['a'] }, { rows: [] }] as unknown as Decision[];
    const waiting = ['a', 'b', 'c'].map((id) => ({ ...write, id }));
    expect(countsOf({ waiting, decisions })).toEqual({ waiting: 2, toReview: 2, all: 4 });
    expect(countsOf({ waiting, decisions: [] })).toEqual({ waiting: 3, toReview: 0, all: 3 });
  });

  it('do not count what went as wanted: it needs no review', () => {
    const decisions = [
      { rows: [], tone: 'success' },
      { rows: [], tone: 'notice' },
    ] as unknown as Decision[];
    expect(countsOf({ waiting: [], decisions })).toEqual({ waiting: 0, toReview: 1, all: 1 });
  });
});

const conflict: Conflict = {
  id: 'c',
  kind: 'stock',
  type: 'cart.add',
  lane: 'cart:1',
  sentence: 'Ajouter 3 × « Brie » au panier',
  text: 'Produit en rupture de stock',
  also: [],
  fields: [{ name: 'quantity', label: 'Quantité', before: '1', mine: '4', theirs: '3' }],
  choices: ['take-available', 'remove', 'dismiss'],
  available: 2,
  lineKey: 'p|',
  productName: 'Brie',
  waiting: false,
  editable: { screen: 'cart' },
  hasPicture: false,
  content: null,
  violations: [],
  at: now,
};
const labels = (change: Partial<Conflict>) =>
  decisionOf({ ...conflict, ...change }, []).choices.map(({ label }) => label);

describe('a decision', () => {
  it('offers the remaining stock, the line, or the cart’s current quantity', () => {
    expect(labels({})).toEqual(['Mettre 3', 'Retirer', 'Garder 1']);
    const none = [{ name: 'quantity', label: 'Quantité', before: null, mine: '3', theirs: '2' }];
    expect(labels({ fields: none, choices: ['take-available', 'dismiss'] })).toEqual(['Mettre 2', 'Retirer']);
    expect(decisionOf(conflict, [])).toMatchObject({ tone: 'refused', title: 'Produit en rupture de stock' });
  });

  it('shows both codes apart, without counting the dependent write', () => {
    const changed = {
      kind: 'changed',
      type: 'storeOrders.tracking',
      waiting: true,
      choices: ['mine', 'theirs'],
    } as const;
    expect(labels({ ...changed, choices: [...changed.choices] })).toEqual([
      'Garder le code de cet appareil',
      'Garder l’autre code',
    ]);
    const decision = decisionOf({ ...conflict, ...changed, choices: [...changed.choices] }, ['c']);
    expect(decision).toMatchObject({ tone: 'conflict', rows: ['c'], editTo: null });
  });

  it('of a cart ordered elsewhere creates a new cart, or discards', () => {
    expect(labels({ kind: 'cart-ordered', waiting: true, choices: ['new-cart', 'dismiss'] })).toEqual([
      'Recréer un panier avec ces articles',
      'Abandonner',
    ]);
  });

  it('about an order that was placed is a success with a link to it; one to be paid is not', () => {
    const placed = { type: 'cart.commit', fields: [], choices: ['dismiss'] } satisfies Partial<Conflict>;
    const editable = { screen: 'accountOrder', params: { id: '1160' } } as const;
    const toneAndLink = (kind: Conflict['kind']) => {
      const { tone, editTo } = decisionOf({ ...conflict, ...placed, kind, editable }, []);
      return [tone, editTo];
    };
    expect(toneAndLink('order-placed')).toEqual(['success', '/compte/commande/1160']);
    expect(toneAndLink('order-to-pay')).toEqual(['notice', '/compte/commande/1160']);
    expect(toneAndLink('refused')[0]).toBe('refused');
  });

  it('about something that another device did first is a success: nothing is left to review', () => {
    expect(decisionOf({ ...conflict, kind: 'already', fields: [] }, []).tone).toBe('success');
  });

  it('shows both prices, and omits equal sides', () => {
    const price = (before: string, theirs: string) =>
      decisionOf(
        { ...conflict, kind: 'price-changed', fields: [{ name: 'price', label: 'Prix', before, mine: null, theirs }] },
        [],
      );
    expect(price('12,50\u00a0€', '13,90\u00a0€')).toMatchObject({
      tone: 'changed',
      fields: [{ before: '12,50\u00a0€' }],
    });
    expect(price('12,50\u00a0€', '12,50\u00a0€').fields).toEqual([]);
  });
});
