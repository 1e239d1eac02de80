// Auth provider: tells react-admin who is logged in, and which lists their role allows.
import type { AuthProvider } from 'react-admin';
import { currentOperator, endSession, hasSession, isAllowed, isSessionOver } from './current.ts';
import { isResource, resources } from './resources.ts';

/** Without the message: the login page says what is asked for. */
const toLogin = Object.assign(new Error(), { message: false });

export const authProvider: AuthProvider = {
  /** The login page has opened the session already. */
  login: async () => {},
  logout: async () => {
    await endSession();
  },
  checkAuth: async () => {
    if (!hasSession()) throw toLogin;
  },
  checkError: async (error: unknown) => {
    if (isSessionOver(error)) throw toLogin;
  },
  getIdentity: async () => {
    const { id, username } = await currentOperator();
    return { id, fullName: username };
  },
  canAccess: async ({ resource }) => !isResource(resource) || isAllowed(resources[resource].list),
};
