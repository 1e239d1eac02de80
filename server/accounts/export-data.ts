// Data export: all stored data of a person as one JSON document, for that person, or for an operator who passes it on.
// Guarantee: an operator's export is in the log, with its reasons.
import { sql } from 'drizzle-orm';
import { recordAction } from '../access/operator-actions.ts';
import { requireOwnAccount } from '../access/ownership.ts';
import type { Tx } from '../db/client.ts';
import type { Call } from '../http/call.ts';
import { accountIri, findAccount } from './find-accounts.ts';

type Row = Record<string, unknown>;

export async function exportData({ params, actor, tx, now }: Call<'users.export'>) {
  requireOwnAccount(params.id, actor.id);
  return readPersonalData(tx, actor.id, now);
}

export async function exportAccount({ params, body, actor, tx, now }: Call<'administration.exportAccount'>) {
  const { id, username } = await findAccount(tx, params.id);
  const subject = accountIri(id);
  await recordAction(tx, { by: actor, now }, { action: 'account-exported', subject, title: username, ...body });
  return readPersonalData(tx, id, now);
}

/**
 * Rows as stored, oldest first. Excludes hashes, references to other people, and the text of unsent mails, which may
 * contain links that open the account.
 */
async function readPersonalData(tx: Tx, id: string, now: Date) {
  const found = async (query: ReturnType<typeof sql>) =>
    (await tx.execute<{ row: Row }>(query)).rows.map(({ row }) => row);
  const [account = {}] =
    await found(sql`select json_build_object('id', id, 'email', email, 'emailConfirmedAt', email_confirmed_at, 'username', username,
    'newsletterRegistered', newsletter_registered,
    'newsletterChangedAt', newsletter_changed_at, 'secondFactorSince', (select confirmed_at from second_factors where user_id = users.id),
    'createdAt', created_at) as row from users where id = ${id}`);
  // Rows filed under an e-mail address belong to the account only after it has confirmed the address.
  const email = account.emailConfirmedAt === null ? null : String(account.email);
  const rowsOf = (table: string, where: ReturnType<typeof sql>, without: readonly string[] = []) =>
    found(
      sql`select to_jsonb(t) - ${sql.param([...without])}::text[] as row from ${sql.identifier(table)} t
        where ${where} order by created_at`,
    );
  return {
    exportedAt: now.toISOString(),
    account,
    sessions: await rowsOf('refresh_families', sql`user_id = ${id}`, ['acted_by']),
    emailChanges: await rowsOf('email_undos', sql`user_id = ${id}`, ['token_hash']),
    cart: await found(sql`select json_build_object('product', sold.name, 'quantity', line.quantity, 'since', line.created_at) as row
      from carts cart join cart_items line on line.cart_id = cart.id join products sold on sold.id = line.product_id
      where cart.user_id = ${id} and cart.ordered_at is null order by line.created_at`),
    orders: await found(sql`select to_jsonb(bought) || jsonb_build_object('parts', (
        select coalesce(jsonb_agg(to_jsonb(part) - 'shipped_by' || jsonb_build_object('store', shop.name, 'items', (
          select coalesce(jsonb_agg(to_jsonb(item) - 'store_order_id' order by item.position), '[]')
            from store_order_items item where item.store_order_id = part.id), 'documents', (
          select coalesce(jsonb_agg(to_jsonb(made) - 'store_order_id' order by made.number), '[]')
            from sale_documents made where made.store_order_id = part.id), 'refunds', (
          select coalesce(jsonb_agg(to_jsonb(given) - '{store_order_id,made_by,due_at,attempts,error}'::text[]
              order by given.created_at), '[]')
            from refunds given where given.store_order_id = part.id), 'contractWithdrawals', (
          select coalesce(jsonb_agg(to_jsonb(given) - '{store_order_id,due_at,attempts}'::text[] order by given.created_at), '[]')
            from contract_withdrawals given where given.store_order_id = part.id)) order by part.id), '[]')
          from store_orders part join stores shop on shop.id = part.store_id where part.order_id = bought.id)) as row
      from orders bought where bought.user_id = ${id} order by bought.created_at`),
    storeWork:
      await found(sql`select json_build_object('store', shop.name, 'role', member.role, 'since', member.created_at) as row
      from store_members member join stores shop on shop.id = member.store_id where member.user_id = ${id}`),
    storeInvitations:
      await found(sql`select json_build_object('store', shop.name, 'role', invited.role, 'sentAt', invited.sent_at,
        'expiresAt', invited.expires_at) as row
      from store_invitations invited join stores shop on shop.id = invited.store_id where invited.email = ${email}`),
    productReviews: await rowsOf('product_reviews', sql`user_id = ${id}`),
    storeReviews: await rowsOf('store_reviews', sql`user_id = ${id}`),
    messages: await rowsOf('store_messages', sql`owner_id = ${id}`),
    appointments: await rowsOf('store_appointments', sql`owner_id = ${id}`),
    estimates: await found(sql`select to_jsonb(asked) || jsonb_build_object('items', (
        select coalesce(jsonb_agg(to_jsonb(item) - 'estimate_id' order by item.position), '[]')
          from estimate_items item where item.estimate_id = asked.id)) as row
      from estimates asked where asked.owner_id = ${id} order by asked.created_at`),
    alerts: await rowsOf('availability_products', sql`email = ${email}`),
    platformMessages: await rowsOf('platform_messages', sql`email = ${email}`),
    notices: await rowsOf('notices', sql`email = ${email}`),
    contentDecisions: await rowsOf('content_decisions', sql`author_id = ${id}`),
    mails: await rowsOf('mails', sql`recipient = ${email}`, ['error', 'text', 'html', 'way_out']),
  };
}
