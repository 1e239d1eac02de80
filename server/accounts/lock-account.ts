// Account that an operator decides on: its row, locked.
// Guarantee: nobody decides on themselves, on another operator, or in a demo market on an account that all visitors share.
import { eq } from 'drizzle-orm';
import { operatorRolesOf } from '#contract/administration/operator-roles.ts';
import { demoAccounts } from '../access/demo-accounts.ts';
import { users } from '../db/schema/accounts.ts';
import type { ActorContext, Market } from '../http/call.ts';
import { conflict, notFound } from '../runtime/errors.ts';

interface Decision extends ActorContext {
  params: { id: string };
  market: Pick<Market, 'env'>;
}

export async function lockAccount({ tx, params, actor, market }: Decision): Promise<typeof users.$inferSelect> {
  const [user] = await tx.select().from(users).where(eq(users.id, params.id)).for('update');
  if (!user || user.passwordHash === '') throw notFound();
  if (user.id === actor.id) throw conflict('yourself', 'C’est votre propre compte.');
  if (operatorRolesOf(user.roles).length > 0)
    throw conflict('administrator', 'Retirez d’abord à cette personne ses rôles dans l’administration.');
  if (market.env.demo && demoAccounts.some(([email]) => email === user.email))
    throw conflict(
      'demo',
      'Ce compte est celui de tous les visiteurs de la démonstration\u00a0: il reste comme il est.',
    );
  return user;
}
