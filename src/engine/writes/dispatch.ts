// Dispatch: submits commands to the outbox.
// Guarantee: a resolved command is on the device; only then the outcome is 'queued'.
import { getSync } from '#state/page/engine-port.ts';
import type { Command } from '#sync/commands/registry.ts';
import type { SubmitResult } from '#sync/outbox/enqueue.ts';
import { type SendOutcome, type Submitted, sendAndWait, submitAndWait } from '#sync/submit-and-wait.ts';

export const dispatchCommand = async (command: Command): Promise<SubmitResult> => (await getSync()).submit(command);

export const submitCommand = async (command: Command): Promise<Submitted> => submitAndWait(await getSync(), command);

export const sendCommand = async (command: Command): Promise<SendOutcome> => sendAndWait(await getSync(), command);
