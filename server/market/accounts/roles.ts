// Operator commands for accounts and stores. Guarantee: each command returns what it did or throws an OperatorError
// with the reason.
import { eq, sql } from 'drizzle-orm';
import { email as emailShape } from '#contract/fields/email.ts';
import { hashPassword } from '../../access/passwords.ts';
import { setPassword } from '../../accounts/set-password.ts';
import type { Db, Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { stores } from '../../db/schema/stores.ts';
import { createAccount, findAccount, setAdministrator, setOwner } from './accounts.ts';

export class OperatorError extends Error {
  override name = 'NotPossible';
}

export interface Role {
  /** Slug of the store to own. */
  store?: string | undefined;
  admin?: boolean | undefined;
}

/** @param password called only for a new account */
export async function addUser(
  db: Db,
  address: string,
  role: Role,
  password: () => Promise<string>,
  now: Date,
): Promise<string[]> {
  const email = parseEmail(address);
  const isNew = (await findAccount(db, email)) === null;
  if (role.store !== undefined) await requireFreeStore(db, role.store, email);
  const passwordHash = isNew ? await hashPassword(await password()) : '';
  return db.transaction(async (tx) => {
    const found = await findAccount(tx as Tx, email);
    const username = email.split('@')[0] ?? email;
    const id = found?.id ?? (await createAccount(tx as Tx, { email, username, passwordHash }, now));
    if (role.admin) await setAdministrator(tx as Tx, id, true);
    if (role.store !== undefined)
      await setOwner(tx as Tx, (await requireFreeStore(tx as Tx, role.store, email)).id, id);
    return [
      isNew ? `Compte créé\u00a0: ${email}.` : `Compte déjà là\u00a0: ${email}, son mot de passe reste.`,
      ...(role.admin ? ['Il administre le marché.'] : []),
      ...(role.store !== undefined ? [`Il tient la boutique «\u00a0${role.store}\u00a0».`] : []),
    ];
  });
}

function parseEmail(written: string): string {
  const parsed = emailShape.safeParse(written);
  if (parsed.success) return parsed.data;
  throw new OperatorError(parsed.error.issues[0]?.message ?? 'Adresse incorrecte.');
}

async function requireFreeStore(tx: Tx, slug: string, email: string): Promise<{ id: string }> {
  const [store] = await tx
    .select({ id: stores.id, owner: users.email })
    .from(stores)
    .leftJoin(users, eq(users.id, stores.ownerId))
    .where(eq(stores.slug, slug));
  if (!store)
    throw new OperatorError(`Aucune boutique «\u00a0${slug}\u00a0» sur le marché\u00a0: importez-la d’abord.`);
  if (store.owner !== null && store.owner !== email) {
    throw new OperatorError(`La boutique «\u00a0${slug}\u00a0» est tenue par ${store.owner}.`);
  }
  const [other] = await tx
    .select({ slug: stores.slug })
    .from(stores)
    .innerJoin(users, eq(users.id, stores.ownerId))
    .where(eq(users.email, email));
  if (other && other.slug !== slug)
    throw new OperatorError(`${email} tient déjà la boutique «\u00a0${other.slug}\u00a0».`);
  return store;
}

export async function changePassword(
  db: Db,
  address: string,
  password: () => Promise<string>,
  now: Date,
): Promise<string> {
  const email = parseEmail(address);
  const account = await findAccount(db, email);
  if (!account) throw new OperatorError(`Aucun compte à l’adresse ${email}.`);
  const passwordHash = await hashPassword(await password());
  await db.transaction((tx) => setPassword(tx as Tx, account.id, passwordHash, now));
  return `Mot de passe changé\u00a0: ${email}. Ses sessions ouvertes sont closes.`;
}

export async function setStorePublished(db: Db, slug: string, published: boolean): Promise<string> {
  const [store] = await db.select({ published: stores.published }).from(stores).where(eq(stores.slug, slug));
  if (!store) throw new OperatorError(`Aucune boutique «\u00a0${slug}\u00a0» sur le marché.`);
  const state = published ? 'publiée' : 'suspendue';
  if (store.published === published) return `La boutique «\u00a0${slug}\u00a0» est déjà ${state}.`;
  await db
    .update(stores)
    .set({ published, ...(published && { hiddenReason: null }), version: sql`${stores.version} + 1` })
    .where(eq(stores.slug, slug));
  return `La boutique «\u00a0${slug}\u00a0» est ${state}.`;
}
