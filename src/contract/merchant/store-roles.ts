// Store roles: what a person may do in the shop they work for.
import * as z from 'zod/mini';

/** From the one that may everything to the one that may least: each may what the following ones may. */
const storeRoles = ['owner', 'seller', 'picker'] as const;
export const storeRole = z.enum(storeRoles, 'Rôle inconnu.');
export type StoreRole = (typeof storeRoles)[number];

/** Whether a role includes another; without one nothing is allowed. */
export const includesRole = (role: StoreRole | null | undefined, least: StoreRole): boolean =>
  role != null && storeRoles.indexOf(role) <= storeRoles.indexOf(least);

/** Code of the refusal for a person whose role does not allow a call, or who has left the shop; detail {storeRole}. */
export const STORE_ROLE_CODE = 'store-role';
