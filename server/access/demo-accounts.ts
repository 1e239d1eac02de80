// The accounts of the demonstration market. Their password is published, so they belong in no other market: one that is
// opened without the demo on a database that still has them would let anybody run it, and is refused.
import { gt, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { checkPassword } from './passwords.ts';

export const DEMO_PASSWORD = 'Etal-demo-2026';
export const demoAccounts = [
  ['client@etal.test', 'cliente, avec des commandes et un rendez-vous'],
  ['fromagerie@etal.test', 'commerçante, Fromagerie du Châtel'],
  ['salon@etal.test', 'commerçante, Salon Belle Rive'],
  ['atelier@etal.test', 'commerçant, Atelier de la Vigne'],
  ['admin@etal.test', 'administration'],
] as const;

export class PublishedPassword extends Error {
  override name = 'PublishedPassword';
  constructor(accounts: number) {
    super(
      `DEMO=0, mais cette base est celle du marché de démonstration\u00a0: ${accounts} de ses comptes ont un mot de passe public. ` +
        'Choisissez une base vide (DATA_DIR ou DATABASE_URL), ou laissez DEMO=1.',
    );
  }
}

/** @throws PublishedPassword when somebody could log in with what the README says */
export async function refusePublishedPassword(db: Db): Promise<void> {
  // Hashes are salted: only accounts that were filled in together share one.
  const accounts = sql<number>`count(*)::int`;
  const shared = await db
    .select({ hash: users.passwordHash, accounts })
    .from(users)
    .groupBy(users.passwordHash)
    .having(gt(accounts, 1));
  for (const one of shared) {
    if (await checkPassword(one.hash, DEMO_PASSWORD)) throw new PublishedPassword(one.accounts);
  }
}
