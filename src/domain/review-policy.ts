// Review policy: the page of the market that says how reviews are collected, checked and sorted.

/** Its slug; a market without this page shows no link to it. */
export const REVIEW_POLICY = 'avis-en-ligne';
