// Draft key shared by login, sign-up and forgotten password, so that an email address is typed once.
export const typedByVisitor = 'authentification';
