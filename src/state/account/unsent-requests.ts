// Unsent requests: requests to stores that wait on the device or were refused, for the shopper's list of requests.
import { useAtomValue } from 'jotai';
import type { SentRequest } from '#contract/merchant/received-requests.ts';
import { isCommandOf } from '#sync/commands/record.ts';
import type { CommandContent } from '#sync/commands/registry.ts';
import {
  requestAppointmentCommand,
  requestEstimateCommand,
  requestStockAlertCommand,
  sendMessageCommand,
} from '#sync/commands/requests.ts';
import { pendingAtom, useTray } from '../pending/pending-writes.ts';

interface Asked {
  kind: SentRequest['kind'];
  /** Null for an alert: only its product is known. */
  store: { slug: string; name: string } | null;
  subject: string;
  message: string;
  items: { label: string; quantity: number; comment?: string | undefined }[];
  timeSlots: { date: string; beginHour: string; endHour: string }[];
}

export interface UnsentRequest extends Asked {
  id: string;
  /** Time of writing, milliseconds since 1970; null if unknown. */
  at: number | null;
  /** Why it is not sent; null while it only waits for the network. */
  trouble: string | null;
  /** Address of the form that can correct it. */
  editTo: string | null;
}

const nothing = { subject: '', message: '', items: [], timeSlots: [] };

/** What a command asks of a store; null for any other command. */
export function requestIn(command: CommandContent): Asked | null {
  if (isCommandOf(command, sendMessageCommand)) {
    const { about, subject, message } = command.args;
    return { ...nothing, kind: 'message', store: about, subject, message };
  }
  if (isCommandOf(command, requestEstimateCommand)) {
    const { about, message, items } = command.args;
    const named = items.map(({ label, ...item }) => ({ ...item, label: label || 'Produit de la boutique' }));
    return { ...nothing, kind: 'estimate', store: about, message, items: named };
  }
  if (isCommandOf(command, requestAppointmentCommand)) {
    const { about, message, timeSlots } = command.args;
    return { ...nothing, kind: 'appointment', store: about, message, timeSlots };
  }
  if (isCommandOf(command, requestStockAlertCommand)) {
    return {
      ...nothing,
      kind: 'alert',
      store: null,
      items: [{ label: command.args.name ?? 'Produit', quantity: 1 }],
    };
  }
  return null;
}

/** Newest first; refused ones before. */
export function useUnsentRequests(): UnsentRequest[] {
  const rows = useAtomValue(pendingAtom);
  const { waiting, decisions } = useTray();
  const decided = new Set(decisions.flatMap((decision) => decision.rows));
  const refused = decisions.flatMap(({ id, tone, title, content, editTo }) => {
    const asked = content && tone !== 'success' ? requestIn(content) : null;
    return asked ? [{ ...asked, id, at: null, trouble: title, editTo }] : [];
  });
  const unsent = rows.flatMap((row) => {
    const asked = decided.has(row.id) ? null : requestIn(row);
    if (!asked) return [];
    const parked = waiting.find(({ id }) => id === row.id)?.parkedFor ?? null;
    return [
      {
        ...asked,
        id: row.id,
        at: row.createdAt,
        trouble: parked && 'Elle attend une action de votre part.',
        editTo: null,
      },
    ];
  });
  return [...refused, ...unsent.reverse()];
}
