// The user's own review, for prefilling the form.

import { requestTypes, useWaitingRequests } from '#state/account/requests.ts';
import { useApiQuery } from '#state/api/query.ts';
import { useSession } from '#state/session/session.ts';

export interface OwnReviewState {
  author: string;
  rating: number;
  text: string;
  /** Command that waits with it; null for a review on the market. */
  waitingId: string | null;
}

/** Own review: pending on the device, else from the market; null while unknown. */
export function useOwnReview(iri: string): OwnReviewState | null {
  const { user } = useSession();
  const ofProducts = useWaitingRequests(requestTypes.productReview).filter(({ args }) => args.product === iri);
  const ofStores = useWaitingRequests(requestTypes.storeReview).filter(({ args }) => args.store === iri);
  const { data } = useApiQuery('users.reviews', { params: { id: user?.user_id ?? '' } }, { enabled: user !== null });
  const waiting = [...ofProducts, ...ofStores].sort((a, b) => b.at - a.at)[0];
  if (waiting) return { ...waiting.args, waitingId: waiting.id };
  const onMarket = data?.['hydra:member'].find((review) => review.of === iri);
  return onMarket ? { ...onMarket, waitingId: null } : null;
}
