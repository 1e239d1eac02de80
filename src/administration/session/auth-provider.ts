// Auth provider: tells react-admin who is logged in, and which lists their role allows.
import type { AuthProvider } from 'react-admin';
import { SECOND_FACTOR_CODE } from '#contract/account/users.ts';
import { currentOperator, endSession, hasSession, isAllowed } from './current.ts';
import { CallError } from './operator-session.ts';
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
    if (!(error instanceof CallError)) return;
    if (error.status === 401 || error.code === SECOND_FACTOR_CODE) throw toLogin;
  },
  getIdentity: async () => {
    const { id, username } = await currentOperator();
    return { id, fullName: username };
  },
  canAccess: async ({ resource }) => !isResource(resource) || isAllowed(resources[resource].list),
};
