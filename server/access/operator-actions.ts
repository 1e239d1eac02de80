// Operator actions: writes the log of who did what. Guarantee: a row is written in the transaction of its action and never
// changed.
import { eq } from 'drizzle-orm';
import type { OperatorActionName } from '#contract/administration/actions.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { operatorActions } from '../db/schema/administration.ts';
import type { Actor } from './authentication.ts';

/** Null: in a terminal. */
export type ActionAuthor = { id: string; email: string } | null;

export interface RecordedAction {
  action: OperatorActionName;
  /** IRI; empty if it has none. */
  subject?: string;
  /** What people call it. */
  title: string;
  reasons?: string;
}

export async function recordAction(
  tx: Tx,
  { by, now }: { by: ActionAuthor; now: Date },
  { action, subject = '', title, reasons = '' }: RecordedAction,
): Promise<void> {
  await tx.insert(operatorActions).values({
    ...{ action, subject, title, reasons, createdAt: now },
    operatorId: by?.id ?? null,
    operator: by?.email ?? 'en ligne de commande',
  });
}

/** @param change name of the call that an administrator made for somebody */
export async function recordChangeFor(tx: Tx, actor: Actor, change: string, now: Date): Promise<void> {
  const [by] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, actor.act?.sub ?? ''));
  if (!by) return;
  const subject = `/administration/accounts/${actor.id}`;
  await recordAction(tx, { by, now }, { action: 'changed-for', subject, title: `${actor.username} (${change})` });
}
