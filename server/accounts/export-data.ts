// All that is kept about a person, as one JSON, for them alone.
import { sql } from 'drizzle-orm';
import { requireOwnAccount } from '../access/ownership.ts';
import type { Call } from '../http/call.ts';

type Row = Record<string, unknown>;

/**
 * Of everything its rows as they are kept, oldest first; neither hashes nor what names another person, nor what a mail that
 * has not gone yet says: it may open the account.
 */
export async function exportData({ params, actor, tx, now }: Call<'users.export'>) {
  requireOwnAccount(params.id, actor.id);
  const id = actor.id;
  const found = async (query: ReturnType<typeof sql>) =>
    (await tx.execute<{ row: Row }>(query)).rows.map(({ row }) => row);
  const [account = {}] =
    await found(sql`select json_build_object('id', id, 'email', email, 'emailConfirmedAt', email_confirmed_at, 'username', username,
    'newsletterRegistered', newsletter_registered, 'createdAt', created_at) as row from users where id = ${id}`);
  // What goes by an address is of whoever has shown that they read its mails.
  const email = account.emailConfirmedAt === null ? null : String(account.email);
  const kept = (table: string, where: ReturnType<typeof sql>, without: readonly string[] = []) =>
    found(
      sql`select to_jsonb(t) - ${sql.param([...without])}::text[] as row from ${sql.identifier(table)} t
        where ${where} order by created_at`,
    );
  return {
    exportedAt: now.toISOString(),
    account,
    sessions: await kept('refresh_families', sql`user_id = ${id}`, ['acted_by']),
    emailChanges: await kept('email_undos', sql`user_id = ${id}`, ['token_hash']),
    cart: await found(sql`select json_build_object('product', sold.name, 'quantity', line.quantity, 'since', line.created_at) as row
      from carts held join cart_items line on line.cart_id = held.id join products sold on sold.id = line.product_id
      where held.user_id = ${id} and held.ordered_at is null order by line.created_at`),
    orders: await found(sql`select to_jsonb(bought) || jsonb_build_object('parts', (
        select coalesce(jsonb_agg(to_jsonb(part) - 'shipped_by' || jsonb_build_object('store', shop.name, 'items', (
          select coalesce(jsonb_agg(to_jsonb(item) - 'store_order_id' order by item.position), '[]')
            from store_order_items item where item.store_order_id = part.id)) order by part.id), '[]')
          from store_orders part join stores shop on shop.id = part.store_id where part.order_id = bought.id)) as row
      from orders bought where bought.user_id = ${id} order by bought.created_at`),
    productReviews: await kept('product_reviews', sql`user_id = ${id}`),
    storeReviews: await kept('store_reviews', sql`user_id = ${id}`),
    messages: await kept('store_messages', sql`owner_id = ${id}`),
    appointments: await kept('store_appointments', sql`owner_id = ${id}`),
    estimates: await found(sql`select to_jsonb(asked) || jsonb_build_object('items', (
        select coalesce(jsonb_agg(to_jsonb(item) - 'estimate_id' order by item.position), '[]')
          from estimate_items item where item.estimate_id = asked.id)) as row
      from estimates asked where asked.owner_id = ${id} order by asked.created_at`),
    alerts: await kept('availability_products', sql`email = ${email}`),
    platformMessages: await kept('platform_messages', sql`email = ${email}`),
    mails: await kept('mails', sql`recipient = ${email}`, ['error', 'text', 'html']),
  };
}
