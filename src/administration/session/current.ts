// Current session: the operator who is logged in to this tab, and what their role allows.
import type {
  AdministrationAnswer,
  AdministrationArguments,
  AdministrationCall,
} from '#contract/administration/administration-registry.ts';
import { mayCall } from '#contract/administration/call-roles.ts';
import type { Operator } from '#contract/administration/session.ts';
import { CallError, OperatorSession } from './operator-session.ts';

let session: OperatorSession | null = OperatorSession.stored();
let operator: Promise<Operator> | null = null;

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
  await ended?.end();
}

export const hasSession = (): boolean => session !== null;

/** @throws CallError */
export async function call<N extends AdministrationCall>(
  name: N,
  args: Partial<AdministrationArguments<N>> = {},
  file?: File,
): Promise<AdministrationAnswer<N>> {
  if (!session) throw noSession();
  return session.call(name, args, file);
}

/** Asked for once per session. */
export function currentOperator(): Promise<Operator> {
  operator ??= call('administration.me').catch((error: unknown) => {
    operator = null;
    throw error;
  });
  return operator;
}

export const isAllowed = async (name: AdministrationCall): Promise<boolean> =>
  mayCall((await currentOperator()).roles, name);
