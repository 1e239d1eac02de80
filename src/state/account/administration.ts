// What the people who run the market do for others: find an account, and act for whom it is. Both need the network.
import { type Account, administration } from '#contract/account/administration.ts';
import { askBeside, type CallFailure, callFailure } from '../api/call-endpoint.ts';
import { offerImpersonation } from '../session/impersonation.ts';

/** `total`: how many there are; the first of them are shown. */
export async function findAccounts(
  text: string,
): Promise<{ outcome: 'found'; accounts: readonly Account[]; total: number } | CallFailure> {
  try {
    const found = await askBeside(administration['administration.accounts'], '', undefined, { text });
    return { outcome: 'found', accounts: found['hydra:member'], total: found['hydra:totalItems'] };
  } catch (failure) {
    return callFailure(failure);
  }
}

/**
 * offered: the page asks now whether to go on as that person. lost: the browser did not keep the cookie in which the market
 * leaves their session, or another tab has taken it.
 */
export async function actFor(accountId: string): Promise<{ outcome: 'offered' | 'lost' } | CallFailure> {
  try {
    await askBeside(administration['administration.actFor'], accountId);
  } catch (failure) {
    return callFailure(failure);
  }
  return { outcome: (await offerImpersonation()) ? 'offered' : 'lost' };
}
