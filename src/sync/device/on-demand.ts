// On-demand value: created at its first use.
// Guarantee: created once; a failed attempt is repeated by the next caller.

export interface OnDemand<T> {
  /** Null before it is created. */
  readonly value: T | null;
  get(): Promise<T>;
}

export function onDemand<T>(make: () => Promise<T>): OnDemand<T> {
  let value: T | null = null;
  let pending: Promise<T> | null = null;
  return {
    get value() {
      return value;
    },
    get() {
      pending ??= make().then(
        (result) => {
          value = result;
          return result;
        },
        (error: unknown) => {
          pending = null;
          throw error;
        },
      );
      return pending;
    },
  };
}
