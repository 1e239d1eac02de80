// What is said when the device could not keep a change: nothing was written, nothing will be sent.
// Guarantee: a device without room, and what is too much or too large to wait, are told apart from whatever else went wrong.
const notKept = 'Cet appareil n’a pas pu enregistrer le changement. Rien d’autre n’a été modifié.';
export const deviceFull =
  'Cet appareil n’a plus de place\u00a0: libérez de l’espace, puis réessayez. Rien d’autre n’a été modifié.';

const nameOf = (failure: unknown): unknown => (failure as { name?: unknown } | null)?.name;

/** Told by its name, since the code that throws it is not loaded first. The databases may wrap the browser's own. */
export function isFull(failure: unknown): boolean {
  const inner = (failure as { inner?: unknown } | null)?.inner;
  return [nameOf(failure), nameOf(inner)].some((name) => name === 'DeviceFull' || name === 'QuotaExceededError');
}

/** `failure`: of the write to the device. */
export function notKeptSentence(failure: unknown): string {
  if (isFull(failure)) return deviceFull;
  return failure instanceof Error && nameOf(failure) === 'OutboxFull' ? failure.message : notKept;
}
