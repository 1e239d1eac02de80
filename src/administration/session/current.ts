// Current session: the operator who is logged in to this tab, and what their role allows.

import { SECOND_FACTOR_CODE } from '#contract/account/users.ts';
import type {
  AdministrationAnswer,
  AdministrationArguments,
  AdministrationCall,
} from '#contract/administration/administration-registry.ts';
import { mayCall } from '#contract/administration/call-roles.ts';
import type { Operator } from '#contract/administration/session.ts';
import { answerLogin, askForLogin } from './login-again.ts';
import { CallError, OperatorSession } from './operator-session.ts';

let session: OperatorSession | null = OperatorSession.stored();
let operator: Promise<Operator> | null = null;
/** Whose page is open; null before it is known. */
let shownTo: Operator | null = null;

const noSession = () => new CallError(401, 'Connectez-vous.');

/** After the second factor. */
export function openSession(opened: OperatorSession): void {
  session = opened;
  operator = null;
  opened.store();
}

export async function endSession(): Promise<void> {
  const ended = session;
  session = null;
  operator = null;
  shownTo = null;
  await ended?.end();
}

/** In place of one that has ended under an open page, which another operator does not go on with. */
export async function renewSession(opened: OperatorSession): Promise<void> {
  const before = shownTo;
  openSession(opened);
  const { id } = await currentOperator();
  if (id === before?.id) answerLogin();
  else location.reload();
}

/** Without logging in again. */
export async function leaveSession(): Promise<void> {
  await endSession();
  location.reload();
}

export const shownEmail = (): string => shownTo?.email ?? '';

/** The session is over, or asks for a one-time code. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 401 || error.code === SECOND_FACTOR_CODE);

export const hasSession = (): boolean => session !== null;

/** A call that finds the session ended waits for another login. @throws CallError */
export async function call<N extends AdministrationCall>(
  name: N,
  args: Partial<AdministrationArguments<N>> = {},
  file?: File,
): Promise<AdministrationAnswer<N>> {
  const used = session;
  if (!used) throw noSession();
  try {
    return await used.call(name, args, file);
  } catch (error) {
    if (!shownTo || !isSessionOver(error)) throw error;
    if (session === used) await askForLogin();
    return call(name, args, file);
  }
}

/** Asked for once per session. */
export function currentOperator(): Promise<Operator> {
  operator ??= call('administration.me').then(
    (me) => {
      shownTo = me;
      return me;
    },
    (error: unknown) => {
      operator = null;
      throw error;
    },
  );
  return operator;
}

export const isAllowed = async (name: AdministrationCall): Promise<boolean> =>
  mayCall((await currentOperator()).roles, name);
