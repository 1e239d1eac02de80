// Worker events: what keeps the worker alive, and how an update is not held up by it. A browser activates a newer worker only
// once the older one is idle, which on a bad network it may not be for minutes.

/** What Workbox uses of an event. */
export type LifetimeEvent = Pick<ExtendableEvent, 'type' | 'waitUntil'>;

const release = new AbortController();
/** Aborted once a newer worker takes over: requests under way end as if there were no network. */
export const released: AbortSignal = release.signal;
const whenReleased = new Promise<void>((resolve) => {
  released.addEventListener('abort', () => resolve());
});

/** Events no longer wait for their work. */
export const releaseEvents = (): void => release.abort();

/** The same event, whose work does not hold up an update. Use it for work that can begin again where it was cut off. */
export const releasable = (event: ExtendableEvent): ExtendableEvent => {
  const { type } = event;
  const waitUntil = (work: Promise<unknown>) => event.waitUntil(Promise.race([work, whenReleased]));
  return { type, waitUntil } satisfies LifetimeEvent as ExtendableEvent;
};

/** For work that no event waits for. */
export const detached = (type: string): ExtendableEvent =>
  ({ type, waitUntil: () => {} }) satisfies LifetimeEvent as unknown as ExtendableEvent;
