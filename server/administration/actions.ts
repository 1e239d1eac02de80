// Log of operators: lists their actions, the newest first.
import { count, desc, or } from 'drizzle-orm';
import type { OperatorAction, OperatorActionName } from '#contract/administration/actions.ts';
import { contains } from '../db/contains.ts';
import { operatorActions } from '../db/schema/administration.ts';
import type { Call } from '../http/call.ts';
import { presentPage, requestedPage } from '../presenters/collection.ts';

const ACTIONS_PER_PAGE = 50;

export async function listActions({ tx, query, request }: Call<'administration.actions'>) {
  const page = requestedPage(request.url, query, ACTIONS_PER_PAGE);
  const { text } = query;
  const { operator, title, reasons } = operatorActions;
  const where = text ? or(...[operator, title, reasons].map((column) => contains(column, text))) : undefined;
  const rows = await tx
    .select()
    .from(operatorActions)
    .where(where)
    .orderBy(desc(operatorActions.number))
    .limit(page.itemsPerPage)
    .offset((page.page - 1) * page.itemsPerPage);
  const [counted] = await tx.select({ total: count() }).from(operatorActions).where(where);
  return presentPage(rows.map(presentAction), counted?.total ?? 0, page);
}

const presentAction = (row: typeof operatorActions.$inferSelect): OperatorAction => ({
  '@type': 'OperatorAction',
  number: row.number,
  operator: row.operator,
  action: row.action as OperatorActionName,
  ...{ subject: row.subject, title: row.title, reasons: row.reasons },
  createdAt: row.createdAt.toISOString(),
});
