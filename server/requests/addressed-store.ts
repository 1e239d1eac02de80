// Addressed store of a request: must be published and not the caller's own.
import { eq } from 'drizzle-orm';
import type { Violation } from '#contract/wire/hydra.ts';
import type { Actor } from '../access/authentication.ts';
import { idOfReference, isUuid } from '../catalogue/product-list.ts';
import type { Tx } from '../db/client.ts';
import { stores } from '../db/schema/stores.ts';
import { storeMailAddress } from '../mails/store-address.ts';
import { invalid } from '../runtime/errors.ts';

/** Store fields for a request and its mail. */
export interface AddressedStore {
  id: string;
  name: string;
  takesAppointments: boolean;
  takesEstimates: boolean;
  /** The store's address, else its owner's; null without either. */
  email: string | null;
}

const closedViolation: Violation = { propertyPath: 'store', message: 'Cette boutique n’est plus sur le marché.' };

/**
 * @param reference '/stores/{id}' or the id
 * @throws 422 if no store is published there
 */
export async function requireOpenStore(tx: Tx, reference: string): Promise<AddressedStore> {
  const storeId = parseReference(reference, '/stores/');
  if (storeId === null) throw invalid([closedViolation]);
  const [store] = await tx
    .select({
      id: stores.id,
      name: stores.name,
      published: stores.published,
      takesAppointments: stores.takesAppointments,
      takesEstimates: stores.takesEstimates,
      email: storeMailAddress,
    })
    .from(stores)
    .where(eq(stores.id, storeId));
  if (!store?.published) throw invalid([closedViolation]);
  return store;
}

/** The people of a store cannot address it. */
export function forbidOwnStore(storeId: string, actor: Actor, message: string): void {
  if (storeId === actor.ownedStore) throw invalid([{ propertyPath: 'store', message }]);
}

/** Id of an IRI of this kind, or a bare id; null otherwise. */
export function parseReference(reference: string, kind: '/stores/' | '/products/'): string | null {
  const isOfKind = !reference.includes('/') || reference.startsWith(kind);
  return isOfKind && isUuid(idOfReference(reference)) ? idOfReference(reference) : null;
}
