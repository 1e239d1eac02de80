// Store command: changes some fields of a merchant's store.
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { Money } from '#contract/fields/values.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import { moneyOf, moneyOrNull, sentToShownCents } from '#domain/money.ts';
import { storePartOf } from '#domain/store-parts.ts';
import type { CommandRecord } from './record.ts';
import { ownerMismatch } from './shared-refusals.ts';
import { idOfIri } from './temporary-ids.ts';

export interface SaveStore {
  id: string;
  changes: StoreChanges;
}

/** `id`: the server's id or its IRI. */
export const storeLane = (id: string): string => `store:${idOfIri(id)}`;

const amounts = ['freeDeliveryPriceFromAmount', 'customShippingPrice', 'minimumDelivery', 'relayPointPrice'] as const;

const sentAmount = (sent: unknown): Money | null => moneyOrNull(sentToShownCents(sent));

/** Applies changes to a store. Pictures and terms are references only and appear after the server's answer. */
export function withStoreChanges(store: MerchantStore, changes: StoreChanges): MerchantStore {
  const { logo: _logo, images: _images, acceptedTermAndConditions: _terms, ...fields } = changes;
  const { distancePriceLevels, ...plain } = fields;
  const next = { ...store, ...plain } as MerchantStore;
  for (const name of amounts) {
    if (!(name in changes)) continue;
    const amount = sentAmount(changes[name]);
    if (name === 'freeDeliveryPriceFromAmount') next[name] = amount;
    else next[name] = amount ?? moneyOf(0);
  }
  if (distancePriceLevels) {
    next.distancePriceLevels = distancePriceLevels.map(({ distance, price, minimumOrderValue }) => ({
      distance,
      price: sentAmount(price) ?? moneyOf(0),
      minimumOrderValue: sentAmount(minimumOrderValue) ?? moneyOf(0),
    }));
  }
  return next;
}

export const saveStoreCommand: CommandRecord<'stores.save', SaveStore, MerchantStore> = {
  type: 'stores.save',
  endpoint: 'stores.save',
  v: 1,
  upcast: {},
  aggregate: 'store',
  lane: ({ id }) => storeLane(id),
  request: ({ id, changes }) => ({ params: { id: idOfIri(id) }, body: changes }),
  apply: (store, { changes }) => withStoreChanges(store, changes),
  staleReads: ['stores.mine', 'stores.bySlug'],
  refusals: {
    'owner-mismatch': ownerMismatch,
    version: { as: 'rebase', text: 'La boutique a été modifiée sur un autre appareil.' },
  },
  describe: ({ changes }) => `Enregistrer ${storePartOf(changes)?.words ?? 'la boutique'}`,
  place: ({ changes }) => storePartOf(changes) ?? null,
};
