// Worker events: control which work delays an update.
// A browser activates a newer worker only when the older one is idle, which may take minutes on a bad network.

/** The part of an event that Workbox uses. */
export type LifetimeEvent = Pick<ExtendableEvent, 'type' | 'waitUntil'>;

const release = new AbortController();
/** Aborted when a newer worker takes over; running requests then fail as without a network. */
export const releaseSignal: AbortSignal = release.signal;
const whenReleased = new Promise<void>((resolve) => {
  releaseSignal.addEventListener('abort', () => resolve());
});

/** Ends the waiting of all releasable events. */
export const releaseEvents = (): void => release.abort();

/** The event, whose work does not delay an update. For work that can restart later. */
export const releasableEvent = (event: ExtendableEvent): ExtendableEvent => {
  const { type } = event;
  const waitUntil = (work: Promise<unknown>) => event.waitUntil(Promise.race([work, whenReleased]));
  return { type, waitUntil } satisfies LifetimeEvent as ExtendableEvent;
};

/** An event that waits for nothing. */
export const detachedEvent = (type: string): ExtendableEvent =>
  ({ type, waitUntil: () => {} }) satisfies LifetimeEvent as unknown as ExtendableEvent;
