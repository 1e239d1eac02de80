// Withdrawal of a write that may have reached the server: the same request under its key, with this header.
// Guarantee: the answer is the original one, or a final refusal; a delayed copy then has no effect.

export const WITHDRAWN_HEADER = 'X-Withdrawn';

/** The code of that refusal. */
export const WITHDRAWN_CODE = 'withdrawn';
