// Listens for the signals that ask a process to end. Guarantee: the first signal is told apart from the one that follows it
// by itself, and from the second of somebody who does not want to wait.

/**
 * A terminal sends Ctrl-C to everybody, and npm hands its own on: under `npm start` each arrives twice, 3 ms apart on an
 * idle machine, later on a busy one. Milliseconds.
 */
export const SAME_WISH = 1_000;
const asked = ['SIGTERM', 'SIGINT'] as const;
export type Asked = (typeof asked)[number];

interface Wishes {
  first(signal: Asked): void;
  /** Every further one that is not the echo of the first. */
  second(signal: Asked): void;
}

/** @param now a clock in milliseconds that never goes back */
export function onSignals(
  { first, second }: Wishes,
  from: Pick<NodeJS.EventEmitter, 'on'> = process,
  now: () => number = () => performance.now(),
): void {
  let firstAt: number | null = null;
  const heard = (signal: Asked) => {
    if (firstAt === null) {
      firstAt = now();
      first(signal);
    } else if (now() - firstAt > SAME_WISH) second(signal);
  };
  for (const signal of asked) from.on(signal, () => heard(signal));
}
