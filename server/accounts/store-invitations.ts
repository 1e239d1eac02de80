// Invitations: an owner invites an address by mail, and its person joins the store.
// Guarantees: a link works once, within seven days, and only the newest one; only a hash of its token is stored; the
// owner's answer is the same whether or not the address has an account; who accepts has received the mail, and is
// logged in with the invited address or opens its account.
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { MAX_STORE_PEOPLE } from '#contract/merchant/store-people.ts';
import { hashPassword } from '../access/passwords.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { storeInvitations, stores } from '../db/schema/stores.ts';
import type { BeforeTransaction, Call, Handler } from '../http/call.ts';
import { type MailContext, queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { invitationLetter } from '../mails/templates/store-people.ts';
import { ownerInvitationLetter } from '../mails/templates/stores.ts';
import { addMember, lockOwnPeople, lockPeople, readPeople } from '../merchant/store-members.ts';
import { conflict, invalid, notFound } from '../runtime/errors.ts';
import { isAddressReserved } from './change-email.ts';
import { markEmailConfirmed } from './confirm-email.ts';
import { addressInUseError } from './user.ts';

/** Milliseconds. */
export const INVITATION_LIFETIME = 7 * 24 * 3_600_000;

type Invitation = typeof storeInvitations.$inferSelect;

const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** A token, its hash and its times. */
function newLink(now: Date) {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + INVITATION_LIFETIME);
  return { token, link: { tokenHash: hashToken(token), sentAt: now, expiresAt } };
}

async function mailInvitation(
  tx: Tx,
  { id, email, role, storeId }: Invitation,
  token: string,
  { isByMarket = false, ...posting }: MailContext & { isByMarket?: boolean },
) {
  const [store] = await tx.select({ name: stores.name }).from(stores).where(eq(stores.id, storeId));
  const site = await mailSite(tx, posting.market);
  const link = `${site.publicUrl}/invitation?uuid=${id}&token=${token}`;
  const named = { store: store?.name ?? '', role, link };
  const letter = isByMarket ? ownerInvitationLetter(site, named) : invitationLetter(site, named);
  await queueMail(tx, posting, { kind: 'store-invitation', to: email, letter });
}

export async function invite(call: Call<'storePeople.invite'>) {
  const { tx, params, body, actor, now, market, request } = call;
  const storeId = await lockOwnPeople(tx, actor.id);
  if (storeId !== params.id.toLowerCase()) throw notFound();
  const { people } = await readPeople(tx, storeId, now);
  const known = people.find(({ email }) => email === body.email);
  if (known?.state === 'member') {
    throw invalid([{ propertyPath: 'email', message: 'Cette personne fait déjà partie de l’équipe.' }]);
  }
  if (!known && people.length >= MAX_STORE_PEOPLE) {
    throw conflict('people-full', `Une équipe compte au plus ${MAX_STORE_PEOPLE} personnes, invitations comprises.`);
  }
  await sendInvitation(tx, { storeId, ...body }, call);
  market.security('store-invited', { account: actor.id, address: request.ip });
  return readPeople(tx, storeId, now);
}

/** Invites an address, or invites it again. The store's people are locked. */
export async function sendInvitation(
  tx: Tx,
  invited: Pick<Invitation, 'storeId' | 'email' | 'role'>,
  posting: MailContext & { isByMarket?: boolean },
): Promise<void> {
  const { token, link } = newLink(posting.now);
  const [invitation] = await tx
    .insert(storeInvitations)
    .values({ ...invited, createdAt: posting.now, ...link })
    .onConflictDoUpdate({
      target: [storeInvitations.storeId, storeInvitations.email],
      set: { role: invited.role, ...link },
    })
    .returning();
  if (!invitation) throw new Error('The invitation was not written.');
  await mailInvitation(tx, invitation, token, posting);
}

const invitationGone = () => notFound('invitation-gone', 'Cette invitation n’attend plus.');

export async function resendInvitation(call: Call<'storePeople.resend'>) {
  const { tx, params, actor, now } = call;
  const storeId = await lockOwnPeople(tx, actor.id);
  const { token, link } = newLink(now);
  const [invitation] = await tx
    .update(storeInvitations)
    .set(link)
    .where(and(eq(storeInvitations.id, params.id), eq(storeInvitations.storeId, storeId)))
    .returning();
  if (!invitation) throw invitationGone();
  await mailInvitation(tx, invitation, token, call);
  return readPeople(tx, storeId, now);
}

export async function withdrawInvitation({ tx, params, actor }: Call<'storePeople.withdraw'>) {
  const storeId = await lockOwnPeople(tx, actor.id);
  const ended = await tx
    .delete(storeInvitations)
    .where(and(eq(storeInvitations.id, params.id), eq(storeInvitations.storeId, storeId)))
    .returning({ id: storeInvitations.id });
  if (ended.length === 0) throw invitationGone();
  return undefined;
}

const linkError = () =>
  notFound('invitation-over', 'Cette invitation ne sert plus\u00a0: demandez-en une nouvelle à la boutique.');

async function findInvitation(tx: Tx, id: string, token: string, now: Date): Promise<Invitation> {
  const [invitation] = await tx
    .select()
    .from(storeInvitations)
    .where(
      and(
        eq(storeInvitations.id, id),
        eq(storeInvitations.tokenHash, hashToken(token)),
        gt(storeInvitations.expiresAt, now),
      ),
    );
  if (!invitation) throw linkError();
  return invitation;
}

/** Uses the link up. */
async function takeInvitation(tx: Tx, id: string, token: string, now: Date): Promise<Invitation> {
  const { storeId } = await findInvitation(tx, id, token, now);
  await lockPeople(tx, storeId);
  const invitation = await findInvitation(tx, id, token, now);
  await tx.delete(storeInvitations).where(eq(storeInvitations.id, id));
  return invitation;
}

const accountOf = async (tx: Tx, email: string) =>
  (await tx.select({ id: users.id }).from(users).where(eq(users.email, email)))[0];

/** For whoever has the mail: its address is theirs. */
export async function readInvitation({ tx, params, body, now }: Call<'invitations.read'>) {
  const { email, role, storeId } = await findInvitation(tx, params.id, body.token, now);
  const [store] = await tx.select({ name: stores.name }).from(stores).where(eq(stores.id, storeId));
  const hasAccount = (await accountOf(tx, email)) !== undefined;
  return { '@type': 'StoreInvitation' as const, store: store?.name ?? '', email, role, hasAccount };
}

const hasAccountError = () => conflict('has-account', 'Cette adresse a déjà un compte\u00a0: connectez-vous avec lui.');

interface Joining {
  /** Slow, and may queue: must run without a database connection. */
  hashNewPassword: BeforeTransaction<'invitations.join'>;
  join: Handler<'invitations.join'>;
}

export function joining(app: Pick<FastifyInstance, 'loginGuard'>): Joining {
  const hashed = new WeakMap<object, string>();
  return {
    hashNewPassword: async ({ body, request }) => {
      hashed.set(body, await app.loginGuard.compareInTurn(request.ip, () => hashPassword(body.plainPassword)));
    },
    join: async ({ tx, params, body, now, market, request }) => {
      const { email, role, storeId } = await takeInvitation(tx, params.id, body.token, now);
      const passwordHash = hashed.get(body);
      if (passwordHash === undefined) throw linkError();
      if (await isAddressReserved(tx, email, now)) throw addressInUseError();
      const username = email.slice(0, email.indexOf('@'));
      const [user] = await tx
        .insert(users)
        .values({ email, username, passwordHash, createdAt: now, emailConfirmedAt: now })
        .onConflictDoNothing({ target: users.email })
        .returning({ id: users.id });
      if (!user) throw hasAccountError();
      await addMember(tx, { storeId, userId: user.id, role }, now);
      market.security('store-joined', { account: user.id, address: request.ip });
      return undefined;
    },
  };
}

export async function acceptInvitation({
  tx,
  params,
  body,
  actor,
  now,
  market,
  after,
  request,
}: Call<'invitations.accept'>) {
  const { email, role, storeId } = await takeInvitation(tx, params.id, body.token, now);
  if ((await accountOf(tx, email))?.id !== actor.id) throw linkError();
  const outcome = await addMember(tx, { storeId, userId: actor.id, role }, now);
  if (outcome === 'other-store') {
    throw conflict('other-store', 'Ce compte travaille déjà pour une autre boutique\u00a0: une par compte.');
  }
  // The link came to this address.
  await markEmailConfirmed(tx, actor.id, { market, now, after });
  market.security('store-joined', { account: actor.id, address: request.ip });
  return undefined;
}
