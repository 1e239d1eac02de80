// Toasts after a save: sent, stored on this device, or not stored.
import { storageErrorMessage } from '#domain/text/storage-error.ts';
import { toast } from '#state/page/flash.ts';

/** @param done text if the server has the change */
export const toastSaved = (outcome: 'sent' | 'queued', done: string): void =>
  toast(outcome === 'sent' ? done : 'Enregistré sur cet appareil, envoyé dès que possible.');

export function toastNotSaved(failure: unknown): void {
  console.error(failure);
  toast(storageErrorMessage(failure), 'error');
}
