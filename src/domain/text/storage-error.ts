// Messages for a write that the device could not store.
// Guarantee: a full device and a full outbox have their own messages.
const notStored = 'Cet appareil n’a pas pu enregistrer la modification. Rien d’autre n’a été modifié.';
export const deviceFullMessage =
  'Cet appareil n’a plus de place\u00a0: libérez de l’espace, puis réessayez. Rien d’autre n’a été modifié.';

const nameOf = (failure: unknown): unknown => (failure as { name?: unknown } | null)?.name;

/** Compares names, since the error class is not loaded yet. Dexie may wrap the browser's error. */
export function isStorageFullError(failure: unknown): boolean {
  const inner = (failure as { inner?: unknown } | null)?.inner;
  return [nameOf(failure), nameOf(inner)].some((name) => name === 'DeviceFull' || name === 'QuotaExceededError');
}

/** `failure`: of the write to the device. */
export function storageErrorMessage(failure: unknown): string {
  if (isStorageFullError(failure)) return deviceFullMessage;
  return failure instanceof Error && nameOf(failure) === 'OutboxFull' ? failure.message : notStored;
}
