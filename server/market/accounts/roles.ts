// Operator commands for accounts and stores. Guarantee: each command returns what it did or throws an OperatorError
// with the reason.
import { asc, eq } from 'drizzle-orm';
import type { OperatorRole } from '#contract/administration/operator-roles.ts';
import { email as emailShape } from '#contract/fields/email.ts';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { ROLE_NAMES } from '#domain/store-people.ts';
import { hashPassword } from '../../access/passwords.ts';
import { setPassword } from '../../accounts/set-password.ts';
import type { Db, Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { storeMembers, stores } from '../../db/schema/stores.ts';
import type { WriteContext } from '../../mails/post.ts';
import { ownersFirst } from '../../merchant/store-members.ts';
import { setPublication } from '../../merchant/store-publication.ts';
import { createAccount, findAccount, setStoreRole, USER } from './accounts.ts';
import { giveOperatorRole } from './operator-roles.ts';

export class OperatorError extends Error {
  override name = 'NotPossible';
}

export interface Role {
  /** Slug of the store to work for. */
  store?: string | undefined;
  /** In that store; by default its only owner. */
  role?: StoreRole | undefined;
  /** In the administration of the market. */
  operator?: OperatorRole | undefined;
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
  if (role.store !== undefined) await requireFreeStore(db, role, email);
  const passwordHash = isNew ? await hashPassword(await password()) : '';
  return db.transaction(async (tx) => {
    const found = await findAccount(tx as Tx, email);
    const username = email.split('@')[0] ?? email;
    const id = found?.id ?? (await createAccount(tx as Tx, { email, username, passwordHash }, now));
    if (role.operator)
      await giveOperatorRole(tx as Tx, { id, email, roles: found?.roles ?? [USER] }, role.operator, now);
    if (role.store !== undefined)
      await setStoreRole(
        tx as Tx,
        { storeId: (await requireFreeStore(tx as Tx, role, email)).id, userId: id, role: role.role ?? 'owner' },
        now,
      );
    return [
      isNew
        ? `Compte créé\u00a0: ${email}.`
        : `Compte déjà là\u00a0: ${email} garde son mot de passe. S’il n’en a pas\u00a0: npm run market -- user password ${email}`,
      ...(role.operator ? [operatorPhrases[role.operator]] : []),
      ...(role.store !== undefined ? [`${describeRole(role.role)} la boutique «\u00a0${role.store}\u00a0».`] : []),
    ];
  });
}

const operatorPhrases: Record<OperatorRole, string> = {
  administrator: 'Il administre le marché.',
  moderator: 'Il modère le marché.',
  accountant: 'Il tient les comptes du marché.',
};

export function parseEmail(written: string): string {
  const parsed = emailShape.safeParse(written);
  if (parsed.success) return parsed.data;
  throw new OperatorError(parsed.error.issues[0]?.message ?? 'Adresse incorrecte.');
}

const describeRole = (role: StoreRole = 'owner') =>
  role === 'owner' ? 'Il tient' : `Il a le rôle «\u00a0${ROLE_NAMES[role]}\u00a0» dans`;

/** A further owner of a store is named with the role. */
async function requireFreeStore(tx: Tx, { store: slug = '', role }: Role, email: string): Promise<{ id: string }> {
  const store = await requireStore(tx, slug);
  const people = await storePeople(tx, store.id);
  const owners = people.filter((one) => one.role === 'owner').map((one) => one.email);
  if (role === undefined && owners.length > 0 && !owners.includes(email)) {
    throw new OperatorError(`La boutique «\u00a0${slug}\u00a0» est tenue par ${owners.join(', ')}.`);
  }
  if (role !== undefined && role !== 'owner' && owners.length === 1 && owners[0] === email) {
    throw new OperatorError(`La boutique «\u00a0${slug}\u00a0» n’a pas d’autre responsable que ${email}.`);
  }
  const [other] = await tx
    .select({ slug: stores.slug, role: storeMembers.role })
    .from(storeMembers)
    .innerJoin(stores, eq(stores.id, storeMembers.storeId))
    .innerJoin(users, eq(users.id, storeMembers.userId))
    .where(eq(users.email, email));
  if (other && other.slug !== slug) {
    const does = other.role === 'owner' ? 'tient déjà' : 'travaille déjà pour';
    throw new OperatorError(`${email} ${does} la boutique «\u00a0${other.slug}\u00a0».`);
  }
  return store;
}

async function requireStore(tx: Tx, slug: string): Promise<{ id: string }> {
  const [store] = await tx.select({ id: stores.id }).from(stores).where(eq(stores.slug, slug));
  if (!store)
    throw new OperatorError(`Aucune boutique «\u00a0${slug}\u00a0» sur le marché\u00a0: importez-la d’abord.`);
  return store;
}

const storePeople = (tx: Tx, storeId: string) =>
  tx
    .select({ email: users.email, role: storeMembers.role })
    .from(storeMembers)
    .innerJoin(users, eq(users.id, storeMembers.userId))
    .where(eq(storeMembers.storeId, storeId))
    .orderBy(...ownersFirst, asc(users.email));

/** One line for each person of a store. */
export async function describeStorePeople(db: Db, slug: string): Promise<string[]> {
  const people = await storePeople(db, (await requireStore(db, slug)).id);
  if (people.length === 0) return [`Personne ne tient la boutique «\u00a0${slug}\u00a0».`];
  return people.map(({ email, role }) => `${email}\u00a0: ${ROLE_NAMES[role]}`);
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

interface Told {
  reasons?: string;
  /** For the mail to the store; without it nothing is mailed. */
  market?: WriteContext['market'];
}

/** As the administration in the browser does. */
export async function setStorePublished(
  db: Db,
  slug: string,
  isPublished: boolean,
  { reasons = '', market }: Told = {},
): Promise<string> {
  const { id, hiddenReason } = stores;
  const [store] = await db.select({ id, hiddenReason }).from(stores).where(eq(stores.slug, slug));
  if (!store) throw new OperatorError(`Aucune boutique «\u00a0${slug}\u00a0» sur le marché.`);
  if (store.hiddenReason !== null) {
    throw new OperatorError(
      `La boutique «\u00a0${slug}\u00a0» est masquée par une décision. Pour la montrer : npm run market -- content restore /boutique/${slug} --reasons "TEXTE"`,
    );
  }
  const now = market?.now() ?? new Date();
  const posting = market ? { market, now } : null;
  const isChanged = await db.transaction((tx) =>
    setPublication(tx as Tx, store.id, { isPublished, reasons, by: null, posting, now }),
  );
  const state = isPublished ? 'publiée' : 'suspendue';
  return `La boutique «\u00a0${slug}\u00a0» est ${isChanged ? '' : 'déjà '}${state}.`;
}
