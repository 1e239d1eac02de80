// What is said once a change is saved: done, on this device until there is a network, or not even that.
import { storageErrorMessage } from '#domain/text/storage-error.ts';
import { toast } from '#state/page/flash.ts';

/** @param done the words once the server has it */
export const toastSaved = (outcome: 'sent' | 'queued', done: string): void =>
  toast(outcome === 'sent' ? done : 'Enregistré sur cet appareil, envoyé dès que possible.');

export function toastNotSaved(failure: unknown): void {
  console.error(failure);
  toast(storageErrorMessage(failure), 'error');
}
