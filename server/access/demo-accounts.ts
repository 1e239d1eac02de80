// Demo accounts and the check for their published password. A market started without the demo on a database that still
// contains them would let anybody log in as administrator, so it does not start.
import { gt, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { checkPassword } from './passwords.ts';

export const DEMO_PASSWORD = 'Etal-demo-2026';
export const demoAccounts = [
  ['client@etal.test', 'cliente, avec des commandes et un rendez-vous'],
  ['fromagerie@etal.test', 'commerçante, Fromagerie du Châtel'],
  ['vente@etal.test', 'vente, Fromagerie du Châtel'],
  ['preparation@etal.test', 'préparation, Fromagerie du Châtel'],
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

/** @throws PublishedPassword if an account still has the published password */
export async function rejectPublishedPassword(db: Db): Promise<void> {
  // Hashes are salted: only accounts inserted together by the demo share one.
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
