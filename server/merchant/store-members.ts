// Members of a store: who they are, their roles and their leaving.
// Guarantees: a store that has an owner keeps one, whoever changes roles at the same time; changes of one store's people
// run one at a time; only an owner makes them.
import { and, asc, eq, sql } from 'drizzle-orm';
import type { AnyEndpointAnswer } from '#contract/all-endpoints.ts';
import type { StorePerson } from '#contract/merchant/store-people.ts';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { storeInvitations, storeMembers, stores } from '../db/schema/stores.ts';
import type { Call } from '../http/call.ts';
import { type MailContext, queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { changedRoleLetter, leftStoreLetter } from '../mails/templates/store-people.ts';
import { conflict, forbidden, notFound } from '../runtime/errors.ts';

type Member = typeof storeMembers.$inferSelect;

/** Serializes the changes of a store's people. */
export async function lockPeople(tx: Tx, storeId: string): Promise<void> {
  await tx.select({ id: stores.id }).from(stores).where(eq(stores.id, storeId)).for('no key update');
}

/**
 * Locks the people of the caller's store.
 * @throws 403 if another owner has just ended the caller's role
 */
export async function lockOwnPeople(tx: Tx, userId: string): Promise<string> {
  const own = eq(storeMembers.userId, userId);
  const [before] = await tx.select().from(storeMembers).where(own);
  if (!before) throw forbidden();
  await lockPeople(tx, before.storeId);
  const [member] = await tx.select().from(storeMembers).where(own);
  if (member?.storeId !== before.storeId || member.role !== 'owner') throw forbidden();
  return member.storeId;
}

async function hasAnotherOwner(tx: Tx, storeId: string, userId: string): Promise<boolean> {
  const owners = await tx
    .select({ id: storeMembers.userId })
    .from(storeMembers)
    .where(and(eq(storeMembers.storeId, storeId), eq(storeMembers.role, 'owner')));
  return owners.some(({ id }) => id !== userId);
}

const lastOwnerError = () =>
  conflict('last-owner', 'La boutique garde une personne responsable\u00a0: nommez-en d’abord une autre.');

/** Of an account that ends. @returns false for the last owner, who stays */
export async function leaveStore(tx: Tx, userId: string): Promise<boolean> {
  const [member] = await tx.select().from(storeMembers).where(eq(storeMembers.userId, userId));
  if (!member) return true;
  await lockPeople(tx, member.storeId);
  if (!(await hasAnotherOwner(tx, member.storeId, userId))) return false;
  await tx.delete(storeMembers).where(eq(storeMembers.userId, userId));
  return true;
}

async function findMember(tx: Tx, storeId: string, userId: string) {
  const [member] = await tx
    .select()
    .from(storeMembers)
    .where(and(eq(storeMembers.userId, userId), eq(storeMembers.storeId, storeId)));
  if (!member) throw notFound('person-gone', 'Cette personne ne fait plus partie de l’équipe.');
  return member;
}

/** Tells a person what an owner has changed for them; who changes their own role knows. */
async function mailMember(
  call: MailContext & { tx: Tx; actor: { id: string } },
  member: Member,
  letterOf: typeof leftStoreLetter,
) {
  const { tx, actor } = call;
  if (member.userId === actor.id) return;
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, member.userId));
  const [store] = await tx.select({ name: stores.name }).from(stores).where(eq(stores.id, member.storeId));
  if (!person || !store) return;
  const letter = letterOf(await mailSite(tx, call.market), { store: store.name, role: member.role });
  await queueMail(tx, call, { kind: 'store-role', to: person.email, letter });
}

export async function setMemberRole(call: Call<'storePeople.setRole'>) {
  const { tx, params, body, actor, now, market, request } = call;
  const storeId = await lockOwnPeople(tx, actor.id);
  const member = await findMember(tx, storeId, params.id);
  if (body.role !== 'owner' && !(await hasAnotherOwner(tx, storeId, member.userId))) throw lastOwnerError();
  await tx.update(storeMembers).set({ role: body.role }).where(eq(storeMembers.userId, member.userId));
  if (member.role !== body.role) await mailMember(call, { ...member, role: body.role }, changedRoleLetter);
  market.security('store-role', { account: member.userId, by: actor.id, address: request.ip });
  return readPeople(tx, storeId, now);
}

export async function removeMember(call: Call<'storePeople.remove'>) {
  const { tx, params, actor, market, request } = call;
  const storeId = await lockOwnPeople(tx, actor.id);
  const member = await findMember(tx, storeId, params.id);
  if (!(await hasAnotherOwner(tx, storeId, member.userId))) throw lastOwnerError();
  await tx.delete(storeMembers).where(eq(storeMembers.userId, member.userId));
  await mailMember(call, member, leftStoreLetter);
  market.security('store-left', { account: member.userId, by: actor.id, address: request.ip });
  return undefined;
}

/** Order of a store's people: by role, then by the time they joined. */
export const ownersFirst = [
  sql`array_position(array['owner', 'seller', 'picker'], ${storeMembers.role})`,
  asc(storeMembers.createdAt),
];

export async function readPeople(tx: Tx, storeId: string, now: Date): Promise<AnyEndpointAnswer<'storePeople.list'>> {
  const members = await tx
    .select({
      id: users.id,
      name: users.username,
      email: users.email,
      role: storeMembers.role,
      at: storeMembers.createdAt,
    })
    .from(storeMembers)
    .innerJoin(users, eq(users.id, storeMembers.userId))
    .where(eq(storeMembers.storeId, storeId))
    .orderBy(...ownersFirst);
  const invited = await tx
    .select()
    .from(storeInvitations)
    .where(eq(storeInvitations.storeId, storeId))
    .orderBy(asc(storeInvitations.createdAt), asc(storeInvitations.id));
  return {
    '@type': 'StorePeople',
    people: [
      ...members.map(({ at, ...member }): StorePerson => ({ ...member, state: 'member', since: at.toISOString() })),
      ...invited.map(
        ({ id, email, role, sentAt, expiresAt }): StorePerson => ({
          ...{ id, email, role, name: null },
          state: expiresAt > now ? 'invited' : 'expired',
          since: sentAt.toISOString(),
        }),
      ),
    ],
  };
}

/** A person who already works for a store stays as they are. */
export async function addMember(
  tx: Tx,
  member: { storeId: string; userId: string; role: StoreRole },
  now: Date,
): Promise<'added' | 'already' | 'other-store'> {
  const added = await tx
    .insert(storeMembers)
    .values({ ...member, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: storeMembers.userId });
  if (added.length > 0) return 'added';
  const [present] = await tx.select().from(storeMembers).where(eq(storeMembers.userId, member.userId));
  return present?.storeId === member.storeId ? 'already' : 'other-store';
}
