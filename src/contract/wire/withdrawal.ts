// How a write is given up that may have arrived already: asked again under its key, with this header. Guarantee: the answer is
// the one it got, or from then on a refusal for good, so that what still wanders about has no effect either.

export const WITHDRAWN_HEADER = 'X-Withdrawn';

/** The code of that refusal. */
export const WITHDRAWN = 'withdrawn';
