// Parked conflicts: commands that wait for the user's choice: an ordered cart, a change on two devices, a refused
// picture.
// Guarantee: pure; asks only about fields that both sides have changed.

import type { OrderChanged } from '#contract/orders/agreed-terms.ts';
import type { AggregateView, Cmd } from '#db/rows.ts';
import { formatCents } from '#domain/money.ts';
import { type CommitOrder, commitOrderCommand, currentTermsOf } from '../commands/commitment.ts';
import { isCommandOf } from '../commands/record.ts';
import { argsOf, contentOf, findRecord, sentenceOf } from '../commands/registry.ts';
import { setTrackingCodeCommand } from '../commands/store-orders.ts';
import { compareChanges, readVersionConflict } from '../replay/rebase.ts';
import type { Choice, Conflict, ConflictField } from './conflict.ts';
import { labelOf, wordsOf } from './field-labels.ts';

export const emptyConflict = {
  also: [],
  fields: [],
  choices: ['dismiss'],
  available: null,
  lineKey: null,
  productName: null,
  editable: null,
  hasPicture: false,
  violations: [],
  waiting: false,
} satisfies Partial<Conflict>;

const orderedText = 'Ce panier a déjà été commandé sur un autre appareil.';
const missingText = 'Une photo dont elle dépend a été refusée ou abandonnée.';

/** Commands that only a choice can continue; those of one cart are one conflict. */
export function parkedConflicts(rows: readonly Cmd[], viewOf: (lane: string) => AggregateView | null): Conflict[] {
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    if (row.state !== 'parked') return [];
    const view = viewOf(row.lane);
    const args = argsOf(row);
    const card: Conflict = {
      ...emptyConflict,
      id: row.id,
      kind: 'changed',
      type: row.type,
      lane: row.lane,
      sentence: sentenceOf(row, view),
      text: '',
      editable: args === undefined ? null : (findRecord(row.type)?.place?.(args) ?? null),
      content: contentOf(row),
      waiting: true,
      at: row.createdAt,
    };
    if (row.parkedFor === 'dependency') {
      return [{ ...card, kind: 'dependency', text: missingText, choices: ['without-picture', 'dismiss'] }];
    }
    if (row.parkedFor !== 'conflict') return [];
    if (!row.lane.startsWith('cart:')) return [{ ...card, ...versionConflict(row) }];
    if (seen.has(row.lane)) return [];
    const { content } = card;
    if (isCommandOf(content, commitOrderCommand) && row.serverRefusal)
      return [{ ...card, ...orderConflict(row, content.args) }];
    seen.add(row.lane);
    const waiting = rows.filter((other) => other.lane === row.lane && !findRecord(other.type)?.silent);
    const [sentence = card.sentence, ...also] = waiting.map((other) => sentenceOf(other, view));
    return [{ ...card, kind: 'cart-ordered', text: orderedText, sentence, also, choices: ['new-cart', 'dismiss'] }];
  });
}

function versionConflict(row: Cmd): Partial<Conflict> {
  const now = readVersionConflict(row.serverRefusal);
  if (!now) return trackingConflict(row);
  const changes = compareChanges(row, now.current);
  const clashes = changes.filter(({ clash }) => clash);
  const fields = clashes.map(({ name, before, mine, theirs }): ConflictField => {
    const words = (value: unknown) => wordsOf(name, value);
    return { name, label: labelOf(name), before: words(before), mine: words(mine), theirs: words(theirs) };
  });
  const merge: Choice[] = clashes.length > 1 ? ['merge'] : [];
  const text = findRecord(row.type)?.refusals.version?.text ?? '';
  return { text, fields, choices: ['mine', 'theirs', ...merge, 'dismiss'] };
}

function orderConflict({ base, serverRefusal }: Cmd, { agreed }: CommitOrder): Partial<Conflict> {
  const { changes = [] } = (serverRefusal?.detail ?? {}) as Partial<OrderChanged>;
  const now = currentTermsOf(serverRefusal?.detail);
  const most = typeof base?.values?.most === 'number' ? base.values.most : agreed.most;
  const total = { name: 'total', label: 'Total', before: formatCents(most), mine: null };
  return {
    kind: 'order-changed',
    text: changes.join(' '),
    fields: now ? [{ ...total, theirs: formatCents(now.most) }] : [],
    choices: [now ? 'mine' : 'edit', 'dismiss'],
  };
}

function trackingConflict(row: Cmd): Partial<Conflict> {
  const content = contentOf(row);
  const mine = isCommandOf(content, setTrackingCodeCommand) ? content.args.trackingCode : null;
  const code = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const [before, theirs] = [code(row.base?.values?.trackingCode), code(row.serverRefusal?.detail?.theirs)];
  return {
    text: 'Le code de suivi a été changé sur un autre appareil.',
    fields: [{ name: 'trackingCode', label: 'Code de suivi', before, mine, theirs }],
    choices: ['mine', 'theirs'],
  };
}
