// Login: by password, by registration, or for an administrator as another user.
// Guarantee: a session starts only after its signature is verified.
import { ApiError } from '#api/errors.ts';
import { SECOND_FACTOR_CODE, type TokenPair } from '#contract/account/users.ts';
import type { EndpointArguments } from '#contract/registry.ts';
import { isServerUnreachable } from '#domain/call-failure.ts';
import { getSync, type SessionOutcome } from '#state/page/engine-port.ts';
import { newId } from '#sync/device/ids.ts';
import type { Sync } from '#sync/sync.ts';

const wrongPair = 'Adresse e-mail ou mot de passe incorrect';
const notVerified = 'Vérification JWT échouée';

async function outcomeOf(
  attempt: () => Promise<unknown>,
  refusal: (error: ApiError) => string,
): Promise<SessionOutcome> {
  try {
    await attempt();
    return { outcome: 'in' };
  } catch (failure) {
    if (!(failure instanceof ApiError)) {
      // The token did not carry the market's signature.
      return { outcome: 'refused', message: notVerified, violations: [], error: null };
    }
    if (isServerUnreachable(failure)) return { outcome: 'offline' };
    if (failure.code === SECOND_FACTOR_CODE) return { outcome: 'code-needed' };
    return { outcome: 'refused', message: refusal(failure), violations: failure.violations, error: failure };
  }
}

async function joinAfterLogin(sync: Sync): Promise<void> {
  // The user's own cart has to be loaded before the visitor's lines are merged.
  await sync.refreshCart().catch(() => undefined);
  await sync.joinCarts();
  await sync.drain({ eager: true });
}

export async function loginWithPassword(identifier: string, password: string, code?: string): Promise<SessionOutcome> {
  const sync = await getSync();
  const result = await outcomeOf(
    () => sync.session.login(identifier, password, code),
    ({ kind, message }) => (kind === 'unauthorised' || kind === 'violations' ? wrongPair : message),
  );
  if (result.outcome === 'in') joinAfterLogin(sync).catch(console.error);
  return result;
}

export async function signUpAndLogin(values: EndpointArguments<'users.create'>['body']): Promise<SessionOutcome> {
  const sync = await getSync();
  const created = await outcomeOf(
    () => sync.api.call('users.create', { body: values }, { token: null, idempotencyKey: newId() }),
    ({ message }) => message,
  );
  return created.outcome === 'in' ? loginWithPassword(values.email, values.plainPassword) : created;
}

/** Verifies the tokens first; rejects tokens of another market. */
export async function adoptVerifiedTokens(pair: TokenPair): Promise<boolean> {
  const sync = await getSync();
  try {
    await sync.session.adopt(pair, Date.now() + (sync.clock.offset() ?? 0));
    void sync.refreshCart().catch(() => undefined);
    return true;
  } catch (failure) {
    console.error(failure);
    return false;
  }
}
