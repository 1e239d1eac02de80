// Texts of accounts: their roles by name.
import type { Account } from '#contract/administration/accounts.ts';

export const roleNames: Record<Account['role'], string> = {
  shopper: 'Client',
  merchant: 'Commerçant',
  administrator: 'Administration',
};
