// Reads the shop that somebody writes to, and refuses one that is closed or the writer's own.
import { eq, sql } from 'drizzle-orm';
import type { Violation } from '#contract/wire/hydra.ts';
import type { Actor } from '../access/authentication.ts';
import { idOf, isUuid } from '../catalogue/product-list.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { stores } from '../db/schema/shops.ts';
import { invalid } from '../runtime/errors.ts';

/** A shop that somebody writes to, as far as the letter needs it. */
export interface AddressedStore {
  id: string;
  name: string;
  ownerId: string | null;
  takesAppointments: boolean;
  takesEstimates: boolean;
  /** The shop's own address, else its merchant's; null when it has neither. */
  email: string | null;
}

const closed: Violation = { propertyPath: 'store', message: 'Cette boutique n’est plus sur le marché.' };

/** @param reference '/stores/{id}' or the id; refused with 422 when no shop is open there */
export async function addressedStore(tx: Tx, reference: string): Promise<AddressedStore> {
  const storeId = idIn(reference, '/stores/');
  if (storeId === null) throw invalid([closed]);
  const [store] = await tx
    .select({
      id: stores.id,
      name: stores.name,
      ownerId: stores.ownerId,
      published: stores.published,
      takesAppointments: stores.takesAppointments,
      takesEstimates: stores.takesEstimates,
      email: sql<string | null>`coalesce(nullif(${stores.email}, ''), ${users.email})`,
    })
    .from(stores)
    .leftJoin(users, eq(users.id, stores.ownerId))
    .where(eq(stores.id, storeId));
  if (!store?.published) throw invalid([closed]);
  return store;
}

/** Merchants do not write to themselves. */
export function refuseOwnStore(store: Pick<AddressedStore, 'ownerId'>, actor: Actor, message: string): void {
  if (store.ownerId === actor.id) throw invalid([{ propertyPath: 'store', message }]);
}

/** The id in an IRI of this kind, or an id alone; null for anything else. */
export function idIn(reference: string, kind: '/stores/' | '/products/'): string | null {
  const isOfKind = !reference.includes('/') || reference.startsWith(kind);
  return isOfKind && isUuid(idOf(reference)) ? idOf(reference) : null;
}
