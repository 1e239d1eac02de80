// Presents an account to its owner, and the error for an e-mail address already in use.
import { emailInUseMessage } from '#contract/account/users.ts';
import { invalid } from '../runtime/errors.ts';

export const addressInUseError = () => invalid([{ propertyPath: 'email', message: emailInUseMessage }]);

export const presentUser = (user: { id: string; email: string }) => ({
  '@id': `/users/${user.id}`,
  '@type': 'User' as const,
  id: user.id,
  email: user.email,
});
