// Termination signals. Guarantee: the echo of the first signal is ignored, a deliberate second signal is reported.

/**
 * A terminal sends Ctrl-C to all processes and npm forwards its own: under `npm start` each signal arrives twice, 3 ms
 * apart on an idle machine, more on a busy one. Milliseconds.
 */
export const ECHO_WINDOW = 1_000;
const terminationSignals = ['SIGTERM', 'SIGINT'] as const;
export type TerminationSignal = (typeof terminationSignals)[number];

interface SignalHandlers {
  first(signal: TerminationSignal): void;
  /** Each further signal, except the echo of the first. */
  second(signal: TerminationSignal): void;
}

/** @param now monotonic clock in milliseconds */
export function onSignals(
  { first, second }: SignalHandlers,
  from: Pick<NodeJS.EventEmitter, 'on'> = process,
  now: () => number = () => performance.now(),
): void {
  let firstAt: number | null = null;
  const receive = (signal: TerminationSignal) => {
    if (firstAt === null) {
      firstAt = now();
      first(signal);
    } else if (now() - firstAt > ECHO_WINDOW) second(signal);
  };
  for (const signal of terminationSignals) from.on(signal, () => receive(signal));
}
