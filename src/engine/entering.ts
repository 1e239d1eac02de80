// Coming in: by a pair, by signing up, or for someone else. Guarantee: nobody is in before the market's signature was looked at.
import { ApiError } from '#api/errors.ts';
import type { TokenPair } from '#contract/account/users.ts';
import type { EndpointArguments } from '#contract/registry.ts';
import { isServerUnreachable } from '#domain/call-failure.ts';
import { ready, type SessionOutcome } from '#state/page/engine-port.ts';
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
    return { outcome: 'refused', message: refusal(failure), violations: failure.violations, error: failure };
  }
}

async function joinAfterLogin(sync: Sync): Promise<void> {
  // In this order: the user's own cart is known before the visitor's lines join it.
  await sync.refreshCart().catch(() => undefined);
  await sync.joinCarts();
  await sync.drain({ eager: true });
}

export async function enter(identifier: string, password: string): Promise<SessionOutcome> {
  const sync = await ready();
  const result = await outcomeOf(
    () => sync.session.login(identifier, password),
    ({ kind, message }) => (kind === 'unauthorised' || kind === 'violations' ? wrongPair : message),
  );
  if (result.outcome === 'in') joinAfterLogin(sync).catch(console.error);
  return result;
}

export async function register(values: EndpointArguments<'users.create'>['body']): Promise<SessionOutcome> {
  const sync = await ready();
  const created = await outcomeOf(
    () => sync.api.call('users.create', { body: values }, { token: null, idempotencyKey: newId() }),
    ({ message }) => message,
  );
  return created.outcome === 'in' ? enter(values.email, values.plainPassword) : created;
}

/** The pair is verified before it is adopted; a token of another market is refused. */
export async function actAs(pair: TokenPair): Promise<boolean> {
  const sync = await ready();
  try {
    await sync.session.adopt(pair, Date.now() + (sync.clock.offset() ?? 0));
    void sync.refreshCart().catch(() => undefined);
    return true;
  } catch (failure) {
    console.error(failure);
    return false;
  }
}
