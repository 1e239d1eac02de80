// What is made with its first use. Guarantee: it is made once; an attempt that failed is made again by the next who asks.

export interface OnDemand<T> {
  /** Null until it is there. */
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
