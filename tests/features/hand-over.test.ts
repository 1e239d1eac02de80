import { describe, expect, it } from 'vitest';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import {
  type CollectionProof,
  collectionCode,
  proofBytes,
  readCollectionCode,
} from '#domain/orders/collection-code.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import { refusalOfCode, refusalOfOrder } from '#features/merchant/hand-over/verdict.ts';

const storeId = '0b6f1c2e-8f3d-4a5b-9c7d-112233445566';
const now = Date.parse('2026-11-24T10:00:00Z');
const proof: CollectionProof = {
  keyId: '00ff10a3',
  storeId,
  id: 5012,
  toPay: false,
  amount: 1250,
  name: 'Camille R.',
  expiresAt: now + 1000,
};
const read = (of: Partial<CollectionProof> = {}) =>
  readCollectionCode(collectionCode(proofBytes({ ...proof, ...of }), new Uint8Array(64)));
const order = (of: Partial<StoreOrder> = {}) => ({ id: 5012, state: 'validated', ...of }) as StoreOrder;

describe('a code', () => {
  const fresh = { storeId, signature: 'good', keysAreFresh: true } as const;

  it('is valid with the market’s signature for this store', () => {
    expect(refusalOfCode(read(), fresh)).toBeNull();
    expect(refusalOfCode(read(), { ...fresh, keysAreFresh: false })).toBeNull();
  });

  it.each([
    ['of something else', readCollectionCode('https://etal.test'), fresh, 'n’est pas un code de retrait'],
    ['that is damaged', readCollectionCode('ETAL1:123'), fresh, 'Ce code est faux'],
    ['that nobody has signed', read(), { ...fresh, signature: 'forged' }, 'Ce code est faux'],
    ['with a key that there is not', read(), { ...fresh, signature: 'unknown-key' }, 'Ce code est faux'],
    [
      'with a key that may be new',
      read(),
      { ...fresh, signature: 'unknown-key', keysAreFresh: false },
      'ne peut pas être vérifié',
    ],
    ['of another shop', read({ storeId: storeId.replace('0b', '0c') }), fresh, 'd’une autre boutique'],
    [
      'of another shop, forged',
      read({ storeId: storeId.replace('0b', '0c') }),
      { ...fresh, signature: 'forged' },
      'Ce code est faux',
    ],
  ] as const)('%s is refused', (_, code, checked, title) => {
    expect(refusalOfCode(code, checked)?.title).toContain(title);
  });
});

describe('an order', () => {
  it('paid or payable at the store is handed over, with or without a scanned code', () => {
    for (const state of ['payed', 'validated'] as const) {
      expect(refusalOfOrder(order({ state }), proof, now)).toBeNull();
      expect(refusalOfOrder(order({ state }), null, now)).toBeNull();
    }
  });

  it('whose code has expired is not, until its customer shows a new one', () => {
    expect(refusalOfOrder(order(), { ...proof, expiresAt: now }, now)).toBeNull();
    expect(refusalOfOrder(order(), { ...proof, expiresAt: now - 1000 }, now)?.title).toBe(
      `Ce code a expiré le ${formatDateTime(new Date(now - 1000))}.`,
    );
    expect(refusalOfOrder(order(), null, now)).toBeNull();
  });

  it('already collected shows the date, also with an expired code', () => {
    const old = { ...proof, expiresAt: 0 };
    const title = (shippedAt: string | null) => refusalOfOrder(order({ state: 'shipped', shippedAt }), old, now)?.title;
    expect(title('2026-11-23T10:40:00.000Z')).toBe('Déjà remise le 23/11/2026 à 11:40.');
    expect(title(null)).toBe('Déjà remise.');
  });

  it.each([
    ['canceled', 'Cette commande est annulée'],
    ['new', 'Cette commande n’est pas encore payée.'],
    ['payment_pending', 'Cette commande n’est pas encore payée.'],
    ['payment_declined', 'Cette commande n’est pas encore payée.'],
  ] as const)('in state %s is not', (state, title) => {
    expect(refusalOfOrder(order({ state }), proof, now)?.title).toContain(title);
  });
});
