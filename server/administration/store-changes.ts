// Changes of a store by operators: its merchant, publication, commission and legal identity. Each is in the log.
import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { OperatorActionName } from '#contract/administration/actions.ts';
import type { OperatorStore } from '#contract/administration/stores.ts';
import { identityMistakes, writtenIdentity } from '#domain/legal-identity.ts';
import { formatRate, parseRate } from '#domain/rates.ts';
import { recordAction } from '../access/operator-actions.ts';
import { sendInvitation } from '../accounts/store-invitations.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { storeMembers, stores } from '../db/schema/stores.ts';
import type { Call } from '../http/call.ts';
import { deliverMails } from '../mails/deliver.ts';
import { queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { storeMailAddress } from '../mails/store-address.ts';
import { commissionChangedLetter } from '../mails/templates/stores.ts';
import { slugify } from '../merchant/free-slug.ts';
import { lockPeople } from '../merchant/store-members.ts';
import { setPublication, storeIri } from '../merchant/store-publication.ts';
import { readCommissionRate } from '../money/commission.ts';
import { invalid, notFound } from '../runtime/errors.ts';
import { findStore } from './stores.ts';

const called = (name: string) => `la boutique «\u00a0${name}\u00a0»`;

export async function createStore(call: Call<'administration.createStore'>): Promise<OperatorStore> {
  const { tx, body, now, market } = call;
  const { name, city, plan, email } = body;
  const slug = await findFreeStoreSlug(tx, name);
  const [store] = await tx
    .insert(stores)
    .values({ name, city, plan, slug, published: false, deliveryMethods: ['store'], createdAt: now })
    .returning({ id: stores.id });
  if (!store) throw new Error('The store was not written.');
  await log(call, 'store-created', store.id, { title: called(name) });
  await inviteAddress(call, store.id, email);
  return findStore(tx, market, store.id, now);
}

async function findFreeStoreSlug(tx: Tx, name: string): Promise<string> {
  const slug = slugify(name);
  const [taken] = await tx.select({ id: stores.id }).from(stores).where(eq(stores.slug, slug));
  return taken ? `${slug}-${randomBytes(4).toString('hex')}` : slug;
}

export async function inviteOwner(call: Call<'administration.inviteOwner'>): Promise<OperatorStore> {
  const { tx, params, body, now, market } = call;
  await requireStore(tx, params.id);
  await inviteAddress(call, params.id, body.email);
  return findStore(tx, market, params.id, now);
}

type Change = Call<'administration.createStore'> | Call<'administration.inviteOwner'>;

async function inviteAddress(call: Change, storeId: string, email: string): Promise<void> {
  const { tx, market, now, after } = call;
  await lockPeople(tx, storeId);
  const [member] = await tx
    .select({ id: users.id })
    .from(storeMembers)
    .innerJoin(users, eq(users.id, storeMembers.userId))
    .where(and(eq(storeMembers.storeId, storeId), eq(users.email, email)));
  if (member) throw invalid([{ propertyPath: 'email', message: 'Cette personne fait déjà partie de l’équipe.' }]);
  await sendInvitation(tx, { storeId, email, role: 'owner' }, { market, now, after, isByMarket: true });
  const { name } = await requireStore(tx, storeId);
  await log(call, 'owner-invited', storeId, { title: called(name), reasons: email });
}

export async function setPublished(call: Call<'administration.setPublished'>): Promise<OperatorStore> {
  const { tx, params, body, actor, now, market, after } = call;
  await requireStore(tx, params.id);
  await setPublication(tx, params.id, { ...body, by: actor, posting: { market, now }, now });
  after(() => deliverMails(market));
  return findStore(tx, market, params.id, now);
}

export async function setCommission(call: Call<'administration.setCommission'>): Promise<OperatorStore> {
  const { tx, params, body, now, market } = call;
  const { id } = params;
  const store = await requireStore(tx, id);
  const rate = body.rate === '' ? null : parseRate(body.rate);
  if (rate === null && body.rate !== '') {
    throw invalid([{ propertyPath: 'rate', message: 'Pourcentage attendu, par exemple 2,5.' }]);
  }
  if (rate === store.commission) return findStore(tx, market, id, now);
  const before = await readCommissionRate(tx, id);
  await tx
    .update(stores)
    .set({ commission: rate, version: sql`${stores.version} + 1` })
    .where(eq(stores.id, id));
  const current = await readCommissionRate(tx, id);
  const own = rate === null ? ' (celle du marché)' : '';
  await log(call, 'commission-changed', id, {
    title: called(store.name),
    reasons: `${formatRate(before)}\u00a0% → ${formatRate(current)}\u00a0%${own}`,
  });
  if (current !== before && store.email !== null) {
    const letter = commissionChangedLetter(await mailSite(tx, market), store, formatRate(current));
    await queueMail(tx, call, { kind: 'commission-changed', to: store.email, letter });
  }
  return findStore(tx, market, id, now);
}

export async function setIdentity(call: Call<'administration.setIdentity'>): Promise<OperatorStore> {
  const { tx, params, body, now, market } = call;
  const store = await requireStore(tx, params.id);
  const mistakes = Object.entries(identityMistakes(body));
  if (mistakes.length > 0) throw invalid(mistakes.map(([propertyPath, message]) => ({ propertyPath, message })));
  const identity = writtenIdentity(body);
  await tx
    .update(stores)
    .set({ legalIdentity: identity, version: sql`${stores.version} + 1` })
    .where(eq(stores.id, params.id));
  const reasons = [identity.legalName, identity.legalForm, identity.siret, identity.vatNumber]
    .filter(Boolean)
    .join(', ');
  await log(call, 'identity-changed', params.id, { title: called(store.name), reasons });
  return findStore(tx, market, params.id, now);
}

/** Locked. @throws 404 */
async function requireStore(tx: Tx, id: string) {
  const { name, slug, commission } = stores;
  const [store] = await tx
    .select({ name, slug, commission, email: storeMailAddress })
    .from(stores)
    .where(eq(stores.id, id))
    .for('no key update');
  if (!store) throw notFound();
  return store;
}

type Logged = Pick<Call<'administration.setCommission'>, 'tx' | 'actor' | 'now'>;
const log = (
  { tx, actor, now }: Logged,
  action: OperatorActionName,
  storeId: string,
  about: { title: string; reasons?: string },
) => recordAction(tx, { by: actor, now }, { action, subject: storeIri(storeId), ...about });
