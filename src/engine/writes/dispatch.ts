// Every change on its way to the device. Guarantee: what resolves is on the device; 'queued' is said only of that.
import { ready } from '#state/page/engine-port.ts';
import type { Command } from '#sync/commands/registry.ts';
import type { Written } from '#sync/outbox/enqueue.ts';
import { type SendOutcome, type Submitted, send as sendAndWait, submitAndWait } from '#sync/submit-and-wait.ts';

export const dispatch = async (command: Command): Promise<Written> => (await ready()).submit(command);

export const submit = async (command: Command): Promise<Submitted> => submitAndWait(await ready(), command);

export const send = async (command: Command): Promise<SendOutcome> => sendAndWait(await ready(), command);
