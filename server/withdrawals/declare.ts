// Declaration of a contract withdrawal, by the account of the order or by a guest with number and e-mail address.
// Guarantees: late and excepted articles are recorded, too; what was declared before is not declared again; a guest is
// told nothing about the order, and all wrong pairs get one refusal.
import { randomUUID } from 'node:crypto';
import { and, eq, or, sql } from 'drizzle-orm';
import type { WithdrawalAcknowledgement } from '#contract/orders/contract-withdrawals.ts';
import { isWithdrawalLate } from '#domain/orders/withdrawal-period.ts';
import type { Db, Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { contractWithdrawals, type WithdrawnItemRow } from '../db/schema/contract-withdrawals.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import type { Call } from '../http/call.ts';
import type { MailContext } from '../mails/post.ts';
import { invalid } from '../runtime/errors.ts';
import { lockOrder } from '../sales/order-lifecycle.ts';
import { readOrder } from '../sales/order-reading.ts';
import { firstReminder } from './reminders.ts';
import { mailDeclared } from './withdrawal-mails.ts';
import {
  articleName,
  isWithdrawable,
  lastDayOf,
  readWithdrawals,
  referenceOf,
  unitsLeft,
  type WithdrawalPartRow,
  type WithdrawalRow,
} from './withdrawal-parts.ts';

const NO_SUCH_ORDER =
  'Aucune commande confirmée ne correspond à ce numéro et à cette adresse e-mail. Vérifiez-les dans votre e-mail de confirmation, ou écrivez au commerçant.';
export const noSuchOrder = () => invalid([{ propertyPath: 'order', message: NO_SUCH_ORDER }], 'no-such-order');

/** The order's account, if the pair is right; the address of bought files counts, too. */
export async function findOrderOfPair(db: Db | Tx, orderId: number, address: string): Promise<string | undefined> {
  const [found] = await db
    .select({ userId: orders.userId })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(storeOrders, eq(storeOrders.orderId, orders.id))
    .where(
      and(
        eq(orders.id, orderId),
        or(eq(users.email, address), eq(storeOrders.email, address)),
        sql`${storeOrders.state} in ('payed', 'validated', 'shipped')`,
      ),
    )
    .limit(1);
  return found?.userId;
}

interface Statement {
  name: string;
  email: string;
  declaredAt?: string | undefined;
}

/** @throws 404 for another account's order, 422 for one that binds nobody or for more than was ordered */
export async function declareByAccount(call: Call<'contractWithdrawals.declare'>): Promise<WithdrawalAcknowledgement> {
  const { tx, params, body, actor } = call;
  await lockOrder(tx, params.id, actor.id);
  const parts = await readParts(tx, params.id);
  if (!parts.some(({ part }) => isWithdrawable(part))) {
    const isOver = parts.every(({ part }) => part.state === 'canceled');
    const message = isOver
      ? 'Cette commande est annulée\u00a0: il n’y a plus rien à quoi renoncer.'
      : 'Cette commande n’est pas confirmée\u00a0: elle ne vous engage pas encore.';
    throw invalid([{ propertyPath: 'state', message }]);
  }
  const chosen = body.items === null ? null : requireLeft(parts, body.items);
  const declared = parts.flatMap((each) => {
    const items = unitsLeft(each)
      .map((left) => ({ ...left, quantity: chosen === null ? left.quantity : (chosen.get(left.item) ?? 0) }))
      .filter(({ quantity }) => quantity > 0);
    return items.length > 0 ? [{ ...each, items }] : [];
  });
  const content = (of: readonly { part: WithdrawalPartRow['part']; items: WithdrawnItemRow[] | null }[]) =>
    of.map(({ part, items }) => `${part.store.name}\u00a0: ${articleList(part, items)}`);
  const [latest] = earlier(parts);
  if (declared.length === 0 && latest) {
    const same = parts.flatMap(({ part, withdrawals }) =>
      withdrawals
        .filter(({ declarationId }) => declarationId === latest.declarationId)
        .map(({ items }) => ({ part, items })),
    );
    return { ...acknowledge(latest, params.id, latest, content(same)), notice: 'already' };
  }
  const record = { orderId: params.id, userId: actor.id, statement: body, content: content(declared) };
  return recordDeclaration(call, record, declared);
}

/** @throws 422 `no-such-order` */
export async function declareByGuest(
  call: Call<'contractWithdrawals.declareAsGuest'>,
): Promise<WithdrawalAcknowledgement> {
  const { tx, body } = call;
  const { order: orderId, words } = body;
  const userId = await findOrderOfPair(tx, orderId, body.email);
  if (userId === undefined) throw noSuchOrder();
  await lockOrder(tx, orderId, userId);
  const parts = await readParts(tx, orderId);
  const declared = parts
    .filter(({ part }) => isWithdrawable(part))
    .flatMap((each) => {
      const items = unitsLeft(each).filter(({ quantity }) => quantity > 0);
      const isKnown = each.withdrawals.some((row) => row.state === 'open' && row.words === words && words !== '');
      return items.length === 0 || isKnown ? [] : [{ ...each, items: words === '' ? items : null }];
    });
  const content = [words === '' ? 'Toute la commande' : words];
  const [latest] = earlier(parts);
  // Only what was typed now: the declaration before may name articles.
  if (declared.length === 0 && latest) return { ...acknowledge(latest, orderId, body, content), notice: 'already' };
  if (declared.length === 0) throw noSuchOrder();
  return recordDeclaration(call, { orderId, userId, statement: body, content, words }, declared);
}

const readParts = async (tx: Tx, orderId: number) => readWithdrawals(tx, (await readOrder(tx, orderId)).storeOrders);

/** Newest first. */
const earlier = (parts: readonly WithdrawalPartRow[]): WithdrawalRow[] =>
  parts
    .flatMap(({ withdrawals }) => withdrawals)
    .filter(({ state }) => state !== 'refused')
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());

function articleList(part: WithdrawalPartRow['part'], items: readonly WithdrawnItemRow[] | null): string {
  if (items === null) return 'articles décrits par le client';
  const named = part.items.map((item) => [item.id, articleName(item)] as const);
  const names = new Map(named);
  return items.map(({ item, quantity }) => `${quantity} × ${names.get(item) ?? ''}`).join(', ');
}

/**
 * Units by item. All of them given up before: none, so that a repetition finds its acknowledgement.
 * @throws 422 for an article of another order, or for more units than are left
 */
function requireLeft(parts: readonly WithdrawalPartRow[], items: readonly WithdrawnItemRow[]): Map<string, number> {
  const left = new Map(parts.flatMap(unitsLeft).map(({ item, quantity }) => [item, quantity]));
  const units = new Map<string, number>();
  if (items.length === 0) throw invalid([{ propertyPath: 'items', message: 'Choisissez au moins un article.' }]);
  const isRepeated = items.every(({ item }) => left.get(item) === 0);
  items.forEach(({ item, quantity }, index) => {
    const available = left.get(item);
    if (available === undefined) {
      const message = 'Cet article n’est pas dans cette commande.';
      throw invalid([{ propertyPath: `items.${index}.item`, message }]);
    }
    const wanted = (units.get(item) ?? 0) + quantity;
    if (wanted > available && !isRepeated) {
      const message = available === 0 ? 'Vous y avez déjà renoncé.' : `Vous pouvez renoncer à ${available} au plus.`;
      throw invalid([{ propertyPath: `items.${index}.quantity`, message }]);
    }
    if (!isRepeated) units.set(item, wanted);
  });
  return units;
}

interface DeclarationRecord {
  orderId: number;
  userId: string;
  statement: Statement;
  content: string[];
  words?: string;
}

async function recordDeclaration(
  context: MailContext & { tx: Tx },
  { orderId, userId, statement, content, words = '' }: DeclarationRecord,
  declared: readonly (WithdrawalPartRow & { items: WithdrawnItemRow[] | null })[],
): Promise<WithdrawalAcknowledgement> {
  const { tx, now } = context;
  const declarationId = randomUUID();
  const [first] = declared;
  const declaredAt = timeOfTap(statement.declaredAt, first?.part.createdAt ?? now, now);
  const rows: WithdrawalRow[] = await tx
    .insert(contractWithdrawals)
    .values(
      declared.map(({ part, items }) => ({
        declarationId,
        storeOrderId: part.id,
        name: statement.name,
        email: statement.email,
        items,
        words,
        declaredAt,
        isLate: isWithdrawalLate(lastDayOf(part), declaredAt),
        createdAt: now,
        dueAt: firstReminder(now),
      })),
    )
    .returning();
  // The back office reads its orders again.
  for (const { part } of declared) {
    await tx
      .update(storeOrders)
      .set({ version: sql`${storeOrders.version} + 1`, updatedAt: now })
      .where(eq(storeOrders.id, part.id));
  }
  const [row] = rows;
  if (!row) throw noSuchOrder();
  const acknowledged = acknowledge(row, orderId, statement, content);
  const parts = declared.flatMap(({ part }) => {
    const own = rows.find(({ storeOrderId }) => storeOrderId === part.id);
    return own ? [{ part, row: own }] : [];
  });
  await mailDeclared(tx, { acknowledged, userId, parts }, context);
  return acknowledged;
}

/** A device may have waited for the network; its clock is believed between the order and now. */
function timeOfTap(sent: string | undefined, orderedAt: Date, now: Date): Date {
  const tapped = sent === undefined ? Number.NaN : new Date(sent).getTime();
  if (Number.isNaN(tapped)) return now;
  return new Date(Math.min(now.getTime(), Math.max(orderedAt.getTime(), tapped)));
}

const acknowledge = (
  row: WithdrawalRow,
  order: number,
  { name, email }: Pick<Statement, 'name' | 'email'>,
  content: string[],
): WithdrawalAcknowledgement => ({
  '@type': 'WithdrawalAcknowledgement',
  reference: referenceOf(row),
  ...{ order, name, email, content },
  declaredAt: row.declaredAt.toISOString(),
  receivedAt: row.createdAt.toISOString(),
});
