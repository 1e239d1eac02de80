// What an operator does to one account or one shop. Guarantee: either it is done and said, or a sentence says why not.
import { eq, sql } from 'drizzle-orm';
import { email as emailShape } from '#contract/fields/email.ts';
import { hashPassword } from '../../access/passwords.ts';
import { setPassword } from '../../accounts/set-password.ts';
import type { Db, Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { stores } from '../../db/schema/shops.ts';
import { accountOf, makeAccount, setAdmin, setOwner } from './accounts.ts';

export class NotPossible extends Error {
  override name = 'NotPossible';
}

export interface Role {
  /** The shop this account is to hold. */
  store?: string | undefined;
  admin?: boolean | undefined;
}

/** @param password asked for only when the account is new */
export async function addUser(
  db: Db,
  written: string,
  role: Role,
  password: () => Promise<string>,
  now: Date,
): Promise<string[]> {
  const email = spelled(written);
  const isNew = (await accountOf(db, email)) === null;
  if (role.store !== undefined) await storeFor(db, role.store, email);
  const passwordHash = isNew ? await hashPassword(await password()) : '';
  return db.transaction(async (tx) => {
    const held = await accountOf(tx as Tx, email);
    const username = email.split('@')[0] ?? email;
    const id = held?.id ?? (await makeAccount(tx as Tx, { email, username, passwordHash }, now));
    if (role.admin) await setAdmin(tx as Tx, id, true);
    if (role.store !== undefined) await setOwner(tx as Tx, (await storeFor(tx as Tx, role.store, email)).id, id);
    return [
      isNew ? `Compte créé\u00a0: ${email}.` : `Compte déjà là\u00a0: ${email}, son mot de passe reste.`,
      ...(role.admin ? ['Il administre le marché.'] : []),
      ...(role.store !== undefined ? [`Il tient la boutique «\u00a0${role.store}\u00a0».`] : []),
    ];
  });
}

function spelled(written: string): string {
  const parsed = emailShape.safeParse(written);
  if (parsed.success) return parsed.data;
  throw new NotPossible(parsed.error.issues[0]?.message ?? 'Adresse incorrecte.');
}

async function storeFor(tx: Tx, slug: string, email: string): Promise<{ id: string }> {
  const [store] = await tx
    .select({ id: stores.id, owner: users.email })
    .from(stores)
    .leftJoin(users, eq(users.id, stores.ownerId))
    .where(eq(stores.slug, slug));
  if (!store) throw new NotPossible(`Aucune boutique «\u00a0${slug}\u00a0» sur le marché\u00a0: importez-la d’abord.`);
  if (store.owner !== null && store.owner !== email) {
    throw new NotPossible(`La boutique «\u00a0${slug}\u00a0» est tenue par ${store.owner}.`);
  }
  const [other] = await tx
    .select({ slug: stores.slug })
    .from(stores)
    .innerJoin(users, eq(users.id, stores.ownerId))
    .where(eq(users.email, email));
  if (other && other.slug !== slug)
    throw new NotPossible(`${email} tient déjà la boutique «\u00a0${other.slug}\u00a0».`);
  return store;
}

export async function changePassword(
  db: Db,
  written: string,
  password: () => Promise<string>,
  now: Date,
): Promise<string> {
  const email = spelled(written);
  const account = await accountOf(db, email);
  if (!account) throw new NotPossible(`Aucun compte à l’adresse ${email}.`);
  const passwordHash = await hashPassword(await password());
  await db.transaction((tx) => setPassword(tx as Tx, account.id, passwordHash, now));
  return `Mot de passe changé\u00a0: ${email}. Ses sessions ouvertes sont closes.`;
}

export async function setPublished(db: Db, slug: string, published: boolean): Promise<string> {
  const [store] = await db.select({ published: stores.published }).from(stores).where(eq(stores.slug, slug));
  if (!store) throw new NotPossible(`Aucune boutique «\u00a0${slug}\u00a0» sur le marché.`);
  const state = published ? 'publiée' : 'suspendue';
  if (store.published === published) return `La boutique «\u00a0${slug}\u00a0» est déjà ${state}.`;
  await db
    .update(stores)
    .set({ published, version: sql`${stores.version} + 1` })
    .where(eq(stores.slug, slug));
  return `La boutique «\u00a0${slug}\u00a0» est ${state}.`;
}
