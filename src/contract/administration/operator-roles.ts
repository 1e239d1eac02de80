// Operator roles: what a person may do in running the market. Without zod, since the shop needs it for a link.

export const operatorRoles = ['administrator', 'moderator', 'accountant'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** As they stand in the roles of an account. */
export const ACCOUNT_ROLES: Readonly<Record<OperatorRole, string>> = {
  administrator: 'ROLE_ADMIN',
  moderator: 'ROLE_MODERATOR',
  accountant: 'ROLE_ACCOUNTANT',
};

export const operatorRolesOf = (accountRoles: readonly string[]): OperatorRole[] =>
  operatorRoles.filter((role) => accountRoles.includes(ACCOUNT_ROLES[role]));
