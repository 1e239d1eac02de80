// Store roles: what a person may do in the shop they work for. Without zod, since the first script needs it.

/** From the one that may everything to the one that may least: each may what the following ones may. */
export const storeRoles = ['owner', 'seller', 'picker'] as const;
export type StoreRole = (typeof storeRoles)[number];

/** Whether a role includes another; without one nothing is allowed. */
export const includesRole = (role: StoreRole | null | undefined, least: StoreRole): boolean =>
  role != null && storeRoles.indexOf(role) <= storeRoles.indexOf(least);

/** Role of a token's user; null without a store. */
export const roleIn = (user: { ownedStore: string | null; storeRole?: StoreRole | null | undefined } | null) =>
  user?.ownedStore ? (user.storeRole ?? 'owner') : null;

/** Code of the refusal for a person whose role does not allow a call, or who has left the shop; detail {storeRole}. */
export const STORE_ROLE_CODE = 'store-role';
