// Requests: messages, appointments, estimates, reviews, contact form. Validated by the contract, stored on the device,
// then sent.
// Guarantee: an invalid request is never queued; a late refusal returns to its form once.
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import type { Content } from '#sync/commands/record.ts';
import type { CommandArgs, CommandType } from '#sync/commands/registry.ts';
import {
  type RequestType,
  requestAppointmentCommand,
  requestEstimateCommand,
  requestStockAlertCommand,
  reviewProductCommand,
  reviewStoreCommand,
  sendMessageCommand,
  writeToPlatformCommand,
} from '#sync/commands/requests.ts';
import {
  getEngine,
  type RequestOutcome,
  type Sendable,
  type SubmittedRequest,
  type WriteEnd,
} from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { endsAtom, pendingAtom, useLateRefusal } from '../pending/pending-writes.ts';

/** Command types of requests. */
export const requestTypes = {
  message: sendMessageCommand.type,
  appointment: requestAppointmentCommand.type,
  estimate: requestEstimateCommand.type,
  productReview: reviewProductCommand.type,
  storeReview: reviewStoreCommand.type,
  platformMessage: writeToPlatformCommand.type,
  stockAlert: requestStockAlertCommand.type,
} as const;

/** Resolves once stored on the device, or refused by the contract; rejects if the device could not store it. */
export async function submitRequest<T extends Sendable>(type: T, args: CommandArgs[T]): Promise<SubmittedRequest> {
  const requests = await (await getEngine()).requests();
  return requests.validateAndSubmit(type, args);
}

/** Rejects if the device could not store it. */
export async function sendRequest<T extends Sendable>(type: T, args: CommandArgs[T]): Promise<RequestOutcome> {
  const result = await submitRequest(type, args);
  return 'settled' in result ? result.settled : result;
}

/** Resolves when the write ends, at once if it already has; never after `signal`. */
export function awaitWriteEnd(id: string, signal: AbortSignal): Promise<WriteEnd> {
  return new Promise((resolve) => {
    const stop = pageStore.sub(endsAtom, look);
    signal.addEventListener('abort', stop);
    function look(): void {
      const outcome = pageStore.get(endsAtom).get(id);
      if (!outcome || signal.aborted) return;
      stop();
      resolve(outcome);
    }
    look();
  });
}

/** Calls `onEnd` once with the end of the write. */
export function useWriteEnd(id: string | null, onEnd: (outcome: WriteEnd) => void): void {
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    if (id === null) return;
    const leaving = new AbortController();
    void awaitWriteEnd(id, leaving.signal).then((outcome) => leaving.signal.aborted || latest.current(outcome));
    return () => leaving.abort();
  }, [id]);
}

const isContentOf = <T extends CommandType>(
  content: { type: string; args: unknown },
  type: T,
): content is Content<T, CommandArgs[T]> => content.type === type;

/** A late refusal of this type of request, for its form. */
export const useRefusedRequest = <T extends RequestType>(type: T, isMine: (args: CommandArgs[T]) => boolean) =>
  useLateRefusal((content) => (isContentOf(content, type) && isMine(content.args) ? content.args : null));

/** Requests of this kind that wait on the device, newest first. */
export function useWaitingRequests<T extends RequestType>(type: T): { id: string; at: number; args: CommandArgs[T] }[] {
  return useAtomValue(pendingAtom)
    .flatMap((row) => (isContentOf(row, type) ? [{ id: row.id, at: row.createdAt, args: row.args }] : []))
    .reverse();
}
