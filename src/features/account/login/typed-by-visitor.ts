// The draft that log-in, sign-up and a forgotten password share: an address typed into one of them stands in the others.
export const typedByVisitor = 'authentification';
