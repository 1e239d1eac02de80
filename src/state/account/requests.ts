// What people ask and say: messages, appointments, estimates, reviews, the contact form. Checked with the contract's own
// rules, kept on the device, then sent. Guarantee: what the contract refuses never waits; what the server refused later is
// given back to its form, once.
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
import { type Ended, engine, type RequestOutcome, type Sendable, type SubmittedRequest } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { endsAtom, pendingAtom, useLateRefusal } from '../pending/pending-writes.ts';

/** What people may ask or say, as the type of its command. */
export const requestTypes = {
  message: sendMessageCommand.type,
  appointment: requestAppointmentCommand.type,
  estimate: requestEstimateCommand.type,
  productReview: reviewProductCommand.type,
  storeReview: reviewStoreCommand.type,
  platformMessage: writeToPlatformCommand.type,
  stockAlert: requestStockAlertCommand.type,
} as const;

/** Resolves once it is on the device, or refused by the contract's rules; rejects when the device could not store it. */
export async function submitRequest<T extends Sendable>(type: T, args: CommandArgs[T]): Promise<SubmittedRequest> {
  const requests = await (await engine()).requests();
  return requests.submitRequest(type, args);
}

/** Rejects when the device could not store it. */
export async function sendRequest<T extends Sendable>(type: T, args: CommandArgs[T]): Promise<RequestOutcome> {
  const result = await submitRequest(type, args);
  return 'settled' in result ? result.settled : result;
}

/** Resolves once the write of this id is over, or at once if it is already; never when `signal` comes first. */
export function whenOver(id: string, signal: AbortSignal): Promise<Ended> {
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

/** Tells how the write of this id ended, once. */
export function useEnd(id: string | null, tell: (outcome: Ended) => void): void {
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    if (id === null) return;
    const leaving = new AbortController();
    void whenOver(id, leaving.signal).then((outcome) => leaving.signal.aborted || latest.current(outcome));
    return () => leaving.abort();
  }, [id]);
}

const isContentOf = <T extends CommandType>(
  content: { type: string; args: unknown },
  type: T,
): content is Content<T, CommandArgs[T]> => content.type === type;

/** A request of this kind that was refused after it had waited: its form takes it back. */
export const useRefusedRequest = <T extends RequestType>(type: T, isMine: (args: CommandArgs[T]) => boolean) =>
  useLateRefusal((content) => (isContentOf(content, type) && isMine(content.args) ? content.args : null));

/** Requests of this kind that wait on the device, newest first. */
export function useWaitingRequests<T extends RequestType>(type: T): { id: string; at: number; args: CommandArgs[T] }[] {
  return useAtomValue(pendingAtom)
    .flatMap((row) => (isContentOf(row, type) ? [{ id: row.id, at: row.createdAt, args: row.args }] : []))
    .reverse();
}
