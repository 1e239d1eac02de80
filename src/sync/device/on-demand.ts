// What is made with its first use. Guarantee: it is made once; an attempt that failed is made again by the next who asks.

export interface OnDemand<T> {
  /** Null until it is there. */
  readonly made: T | null;
  get(): Promise<T>;
}

export function onDemand<T>(make: () => Promise<T>): OnDemand<T> {
  let made: T | null = null;
  let underway: Promise<T> | null = null;
  return {
    get made() {
      return made;
    },
    get() {
      underway ??= make().then(
        (thing) => {
          made = thing;
          return thing;
        },
        (failure: unknown) => {
          underway = null;
          throw failure;
        },
      );
      return underway;
    },
  };
}
