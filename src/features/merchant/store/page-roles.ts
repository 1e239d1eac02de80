// Page roles: the least role in the store that opens each page of the back office. A page without a row is its owner's.
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { paths } from '#paths';

const leastRoles: Readonly<Record<string, StoreRole>> = {
  [paths.merchant]: 'seller',
  [paths.merchantOrders]: 'picker',
  [paths.merchantOrder]: 'picker',
  [paths.merchantDaySheet]: 'picker',
  [paths.merchantHandOver]: 'picker',
  [paths.merchantMessages]: 'seller',
  [paths.merchantAppointments]: 'seller',
  [paths.merchantAppointment]: 'seller',
  [paths.merchantEstimates]: 'seller',
  [paths.merchantEstimate]: 'seller',
};

/** @param pattern of the page, from `paths` */
export const leastRoleAt = (pattern: string): StoreRole => leastRoles[pattern] ?? 'owner';
