// Network status: remembers for a while that the network was silent, so that cached answers are shown almost at once.
import { NETWORK_TIMEOUT_MS, SILENT_NETWORK_TIMEOUT_MS } from '#contract/wire/cached-answers.ts';

const REMEMBERED_MS = 15_000;
let silentSince = Number.NEGATIVE_INFINITY;

export function noteSilence(): void {
  silentSince = Date.now();
}
/** Any answer of our server ends a silence. */
export function noteAnswer(): void {
  silentSince = Number.NEGATIVE_INFINITY;
}
export const isNetworkSilent = (): boolean => Date.now() - silentSince < REMEMBERED_MS;
/** Time limit of the network before a cached answer is shown. */
export const networkTimeoutMs = (): number => (isNetworkSilent() ? SILENT_NETWORK_TIMEOUT_MS : NETWORK_TIMEOUT_MS);
