// Terms of sale: the page of the market that a shopper accepts with each order.

/** Its slug; a market without this page shows no sentence about it. */
export const TERMS_OF_SALE = 'conditions-generales-de-vente';
