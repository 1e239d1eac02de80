// What people ask and say: messages, appointments, estimates, reviews, the contact form. Checked with the contract's own
// rules, kept on the device, then sent. Guarantee: what the contract refuses never waits; what the server refused later is
// given back to its form, once.
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import type { Violation } from '#contract/hydra.ts';
import type { CommandArgs } from '#sync/commands/command.ts';
import type { RequestType } from '#sync/commands/requests.ts';
import { type Ended, engine, type RequestOutcome, type Sendable } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { endsAtom, pendingAtom, useTray } from './pending-writes.ts';

/** Rejects when the device could not keep it. */
export async function sendRequest<T extends Sendable>(type: T, args: CommandArgs[T]): Promise<RequestOutcome> {
  const requests = await (await engine()).requests();
  return requests.sendRequest(type, args);
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

export interface RefusedRequest<T extends RequestType> {
  /** Of its entry in the list of what was refused. */
  id: string;
  text: string;
  args: CommandArgs[T];
  violations: Violation[];
}

/** A request of this kind that was refused after it had waited: its form takes it back. */
export function useRefusedRequest<T extends RequestType>(
  type: T,
  isMine: (args: CommandArgs[T]) => boolean,
): RefusedRequest<T> | null {
  const { decisions } = useTray();
  const found = decisions.find(
    (decision) => decision.type === type && decision.tone === 'refused' && isMine(decision.args as CommandArgs[T]),
  );
  if (!found) return null;
  return { id: found.id, text: found.title, args: found.args as CommandArgs[T], violations: found.violations };
}

/** Requests of this kind that wait on the device, newest first. */
export function useWaitingRequests<T extends RequestType>(type: T): { id: string; at: number; args: CommandArgs[T] }[] {
  return useAtomValue(pendingAtom)
    .filter((row) => row.type === type)
    .map(({ id, createdAt, args }) => ({ id, at: createdAt, args: args as CommandArgs[T] }))
    .reverse();
}
