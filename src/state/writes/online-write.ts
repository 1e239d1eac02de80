// One hook for every write of the contract.
// Guarantee: ends as sent, queued (kept on the device, with its idempotency key), refused with violations, or offline with
// nothing lost from the form; the same write asked twice while the first is on its way is one write.
import { useCallback, useRef, useState } from 'react';
import type { ApiError } from '#api/errors.ts';
import type { Violation } from '#contract/hydra.ts';
import type { EndpointArguments, WriteName } from '#contract/registry.ts';
import { engine, type WriteOutcome } from '../page/engine-port.ts';

export interface ApiMutation<N extends WriteName> {
  run(args: EndpointArguments<N>): Promise<WriteOutcome<N>>;
  status: 'idle' | 'pending' | 'success' | 'error';
  violations: Violation[];
  error: ApiError | null;
  reset(): void;
}

interface Progress {
  status: ApiMutation<WriteName>['status'];
  violations: Violation[];
  error: ApiError | null;
}
type Settled =
  | { outcome: 'sent' | 'queued' | 'offline' }
  | { outcome: 'refused'; violations: Violation[]; error: ApiError };
const idle: Progress = { status: 'idle', violations: [], error: null };

function progressOf(result: Settled): Progress {
  if (result.outcome === 'refused') return { status: 'error', violations: result.violations, error: result.error };
  if (result.outcome === 'offline') return { status: 'error', violations: [], error: null };
  return { status: 'success', violations: [], error: null };
}

export function useApiMutation<N extends WriteName>(name: N): ApiMutation<N> {
  const [progress, setProgress] = useState(idle);
  const underway = useRef(new Map<string, Promise<WriteOutcome<N>>>());

  const run = useCallback(
    (args: EndpointArguments<N>) => {
      const same = JSON.stringify(args);
      const first = underway.current.get(same);
      if (first) return first;
      setProgress({ status: 'pending', violations: [], error: null });
      const attempt = engine()
        .then(({ write }) => write(name, args))
        .then((result) => {
          setProgress(progressOf(result));
          return result;
        })
        .catch((failure: unknown) => {
          setProgress({ status: 'error', violations: [], error: null });
          throw failure;
        })
        .finally(() => underway.current.delete(same));
      underway.current.set(same, attempt);
      return attempt;
    },
    [name],
  );
  const reset = useCallback(() => setProgress(idle), []);
  return { run, ...progress, reset };
}
