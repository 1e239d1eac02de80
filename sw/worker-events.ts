// Worker events: what keeps the worker alive, and how an update is not held up by it.

/** What Workbox uses of an event. */
export type LifetimeEvent = Pick<ExtendableEvent, 'type' | 'waitUntil'>;

let resolveReleased = () => {};
const released = new Promise<void>((resolve) => {
  resolveReleased = resolve;
});

/** Events no longer wait for their work: a browser activates a newer worker only once the older one is idle. */
export const releaseEvents = (): void => resolveReleased();

/** The same event, whose work does not hold up an update. Use it for work that can begin again where it was cut off. */
export const releasable = (event: ExtendableEvent): ExtendableEvent => {
  const { type } = event;
  const waitUntil = (work: Promise<unknown>) => event.waitUntil(Promise.race([work, released]));
  return { type, waitUntil } satisfies LifetimeEvent as ExtendableEvent;
};

/** For work that no event waits for. */
export const detached = (type: string): ExtendableEvent =>
  ({ type, waitUntil: () => {} }) satisfies LifetimeEvent as unknown as ExtendableEvent;
