// Role choice: the name of each role, and what it is for.
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { ROLE_NAMES, ROLE_SUMMARIES } from '#domain/store-people.ts';

const order: readonly StoreRole[] = ['picker', 'seller', 'owner'];

export const roleOptions = order.map((value) => ({
  value,
  label: ROLE_NAMES[value],
  hint: ROLE_SUMMARIES[value].replace(/^./, (first) => first.toUpperCase()),
}));
