// Administration: find an account, and act for its user. Both require the network.
import { type Account, administrationEndpoints } from '#contract/account/administration.ts';
import { type CallFailure, callEndpoint, callFailure } from '../api/call-endpoint.ts';
import { offerImpersonation } from '../session/impersonation.ts';

/** `total`: number of matches; `accounts` has the first of them. */
export async function searchAccounts(
  text: string,
): Promise<{ outcome: 'found'; accounts: readonly Account[]; total: number } | CallFailure> {
  try {
    const found = await callEndpoint(administrationEndpoints['administration.accounts'], '', undefined, { text });
    return { outcome: 'found', accounts: found['hydra:member'], total: found['hydra:totalItems'] };
  } catch (failure) {
    return callFailure(failure);
  }
}

/**
 * offered: the page now asks whether to continue as that user. lost: the browser dropped the cookie with the tokens, or
 * another tab has used it.
 */
export async function startImpersonation(accountId: string): Promise<{ outcome: 'offered' | 'lost' } | CallFailure> {
  try {
    await callEndpoint(administrationEndpoints['administration.actFor'], accountId);
  } catch (failure) {
    return callFailure(failure);
  }
  return { outcome: (await offerImpersonation()) ? 'offered' : 'lost' };
}
