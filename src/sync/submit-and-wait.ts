// A write as a screen sees it: on the device first, then sent if the server can be reached at this moment.
// Guarantee: 'queued' is said only of what is on the device; 'sent' and 'refused' only of what the server has answered.
import type { Violation } from '#contract/hydra.ts';
import type { Command } from './commands/command.ts';
import type { Settlement } from './replay/settlement.ts';
import type { Sync } from './sync.ts';

/** How long a screen waits for the answer before it says that the write waits, milliseconds. */
export const PATIENCE = 3000;

export type SendOutcome =
  | { outcome: 'sent'; id: string; answer: unknown }
  | { outcome: 'queued'; id: string }
  | { outcome: 'refused'; id: string; text: string; status: number; code: string | undefined; violations: Violation[] };

export async function send(
  sync: Pick<Sync, 'submit' | 'onSettled' | 'connectivity'>,
  command: Command,
  patienceMs = PATIENCE,
): Promise<SendOutcome> {
  const early = new Map<string, Settlement>();
  let notify: (() => void) | null = null;
  const stop = sync.onSettled(({ id, settlement }) => {
    if (settlement.kind === 'moved' || settlement.kind === 'fenced') return;
    early.set(id, settlement);
    notify?.();
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const { id } = await sync.submit(command);
    if (!early.has(id)) {
      await new Promise<void>((resolve) => {
        notify = () => early.has(id) && resolve();
        timer = setTimeout(resolve, sync.connectivity.online() ? patienceMs : 0);
      });
    }
    return outcomeOf(id, early.get(id));
  } finally {
    clearTimeout(timer);
    stop();
  }
}

function outcomeOf(id: string, settlement: Settlement | undefined): SendOutcome {
  if (settlement?.kind === 'done') return { outcome: 'sent', id, answer: settlement.answer };
  if (settlement?.kind !== 'rejected') return { outcome: 'queued', id };
  const { text, verdict } = settlement;
  return { outcome: 'refused', id, text, status: verdict.status, code: verdict.code, violations: verdict.violations };
}
