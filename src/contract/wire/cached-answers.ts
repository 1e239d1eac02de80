// How the answers that the service worker keeps are shown: when, and by which headers they are told from the server's own. One
// clock and one set of names for page and worker.

/** How long the network may be silent before what is kept is shown, milliseconds. */
export const PATIENCE_MS = 3000;
/** The same once it is known to be silent: what is kept is not held back for it. */
export const KNOWN_SILENT_MS = 300;

/** When the server gave a kept answer, milliseconds since 1970. */
export const KEPT_AT = 'X-Kept-At';
/** 'silent': a kept answer that is shown because the network did not give one. */
export const NETWORK = 'X-Network';
