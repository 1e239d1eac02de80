// Merchant roles of a token: those of the people of a store, whatever their role in it.
import type { StoreRole } from '#contract/merchant/store-roles.ts';

const MERCHANT = ['ROLE_VIEW_STORE_ADMIN', 'ROLE_STORE_ADMIN'];

/** Roles of the account, and those that come with its work for a store. */
export const rolesOf = ({ roles, storeRole }: { roles: string[]; storeRole: StoreRole | null }): string[] =>
  storeRole === null ? roles : [...roles, ...MERCHANT];
