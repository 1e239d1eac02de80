// Edit of the market's content by an operator: its row in the log, and its mark for imports.
// Guarantee: both are written in the transaction of the edit; an import leaves a marked entry as it is.
import type { OperatorActionName } from '#contract/administration/actions.ts';
import { recordAction } from '../../access/operator-actions.ts';
import { marketEdits } from '../../db/schema/administration.ts';
import type { ActorContext } from '../../http/call.ts';

interface Edit {
  action: Extract<OperatorActionName, `content-${'created' | 'changed' | 'deleted'}`>;
  /** Kind and key of the entry in the market folder. */
  kind: string;
  key: string;
  /** IRI. */
  subject: string;
  /** 'la page « Mentions légales »' */
  title: string;
}

export interface EditContext extends ActorContext {
  actor: { id: string; email: string };
}

export async function recordEdit({ tx, actor, now }: EditContext, edit: Edit): Promise<void> {
  const { kind, key, action, subject, title } = edit;
  await tx
    .insert(marketEdits)
    .values({ kind, key, editedAt: now })
    .onConflictDoUpdate({ target: [marketEdits.kind, marketEdits.key], set: { editedAt: now } });
  await recordAction(tx, { by: actor, now }, { action, subject, title });
}
