// Login again: a session that ends under an open page is opened anew over it.
// Guarantee: what is typed stays, and the calls that were refused are made again, by the same operator only.

type Listener = () => void;

let asked: { promise: Promise<void>; answer: Listener } | null = null;
const listeners = new Set<Listener>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** Resolves once the operator is logged in again. Asked once for all calls at the same time. */
export function askForLogin(): Promise<void> {
  if (asked) return asked.promise;
  let answer: Listener = () => undefined;
  const promise = new Promise<void>((resolve) => {
    answer = resolve;
  });
  asked = { promise, answer };
  notify();
  return promise;
}

export function answerLogin(): void {
  asked?.answer();
  asked = null;
  notify();
}

export const isLoginAsked = (): boolean => asked !== null;

export function onLoginAsked(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
