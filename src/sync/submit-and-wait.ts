// Submit and wait: stores a write, then waits a moment for the server's answer.
// Guarantee: 'queued' is returned only for stored writes; 'sent' and 'refused' only for answers of the server.
import type { Violation } from '#contract/wire/hydra.ts';
import type { Command } from './commands/registry.ts';
import type { Settlement } from './replay/settlement.ts';
import type { Sync } from './sync.ts';

/** Maximum wait for the answer before the write counts as pending, milliseconds. */
export const ANSWER_TIMEOUT = 3000;

export type SendOutcome =
  | { outcome: 'sent'; id: string; answer: unknown }
  | { outcome: 'queued'; id: string }
  | { outcome: 'refused'; id: string; text: string; status: number; code: string | undefined; violations: Violation[] };

/** A stored write. */
export interface Submitted {
  id: string;
  /** Its outcome, as far as known within the timeout. */
  settled: Promise<SendOutcome>;
}

type Submitting = Pick<Sync, 'submit' | 'onSettled' | 'connectivity'>;

/** Resolves when the write is stored; rejects if the device cannot store it. */
export async function submitAndWait(
  sync: Submitting,
  command: Command,
  timeoutMs = ANSWER_TIMEOUT,
): Promise<Submitted> {
  const settlements = new Map<string, Settlement>();
  let notify: (() => void) | null = null;
  const stop = sync.onSettled(({ id, settlement }) => {
    if (settlement.kind === 'moved' || settlement.kind === 'fenced') return;
    settlements.set(id, settlement);
    notify?.();
  });
  const wait = async (id: string): Promise<SendOutcome> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (!settlements.has(id)) {
      await new Promise<void>((resolve) => {
        notify = () => settlements.has(id) && resolve();
        timer = setTimeout(resolve, sync.connectivity.online() ? timeoutMs : 0);
      });
    }
    clearTimeout(timer);
    stop();
    return outcomeOf(id, settlements.get(id));
  };
  try {
    const { id } = await sync.submit(command);
    return { id, settled: wait(id) };
  } catch (failure) {
    stop();
    throw failure;
  }
}

export async function sendAndWait(
  sync: Submitting,
  command: Command,
  timeoutMs = ANSWER_TIMEOUT,
): Promise<SendOutcome> {
  return (await submitAndWait(sync, command, timeoutMs)).settled;
}

function outcomeOf(id: string, settlement: Settlement | undefined): SendOutcome {
  if (settlement?.kind === 'done') return { outcome: 'sent', id, answer: settlement.answer };
  if (settlement?.kind !== 'rejected') return { outcome: 'queued', id };
  const { text, verdict } = settlement;
  return { outcome: 'refused', id, text, status: verdict.status, code: verdict.code, violations: verdict.violations };
}
