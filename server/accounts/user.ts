// Presents an account to whom it belongs, and refuses an e-mail address that another account has.
import { emailTaken } from '#contract/account/users.ts';
import { invalid } from '../runtime/errors.ts';

export const alreadyUsed = () => invalid([{ propertyPath: 'email', message: emailTaken }]);

export const presentUser = (user: { id: string; email: string }) => ({
  '@id': `/users/${user.id}`,
  '@type': 'User' as const,
  id: user.id,
  email: user.email,
});
