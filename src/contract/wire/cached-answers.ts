// Cached answers: headers and timeouts that the service worker and the page share.

/** Time without an answer of the network before a cached answer is shown, milliseconds. */
export const NETWORK_TIMEOUT_MS = 3000;
/** The same timeout while the network is known to be silent. */
export const SILENT_NETWORK_TIMEOUT_MS = 300;

/** Time at which the server gave a cached answer, milliseconds since 1970. */
export const CACHED_AT_HEADER = 'X-Kept-At';
/** 'silent': the network did not answer, so a cached answer is shown. */
export const NETWORK_HEADER = 'X-Network';
