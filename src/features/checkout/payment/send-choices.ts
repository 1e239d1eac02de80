// Sends delivery choices that were made offline, so that order and form agree.
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { writeOnline } from '#state/api/online-write.ts';
import { refusalSentence } from '#state/cart/refusal-sentence.ts';
import { loadAgreedTerms } from '#state/pending/agreed-draft.ts';

const notOffered = 'Un mode de livraison n’est plus proposé. Choisissez-en un autre, puis validez de nouveau.';

/**
 * @param served the server's order
 * @returns the order with the choices of `shown`; the problem if one was refused; null without a network
 */
export async function sendChoices(
  shown: { storeOrders: readonly Choice[] },
  served: Order,
): Promise<Order | { problem: string } | null> {
  if (served.storeOrders.some(({ state }) => state !== 'new')) return served;
  const storeOrders: StoreOrder[] = [];
  for (const part of served.storeOrders) {
    const chosen = shown.storeOrders.find(({ store }) => store.id === part.store.id);
    if (!chosen || hasSameDelivery(chosen, part)) {
      storeOrders.push(part);
      continue;
    }
    const result = await sendChoice(part.id, chosen).catch(() => null);
    if (result?.outcome === 'refused') return { problem: refusalSentence(result, notOffered) };
    if (result?.outcome !== 'sent') return null;
    storeOrders.push(result.answer);
  }
  return { ...served, storeOrders };
}

/** The order with the choices of one that was returned, if they are still offered. */
export async function withAgreedChoices(served: Order): Promise<Order> {
  const agreed = loadAgreedTerms();
  if (!agreed) return served;
  const storeOrders = agreed.parts.map(({ store, shippingType, distance }) => ({
    store: { id: store },
    shippingType,
    distance,
  }));
  const sent = await sendChoices({ storeOrders }, served);
  return sent === null || 'problem' in sent ? served : sent;
}

/** Of the store's part. */
type Choice = Pick<StoreOrder, 'shippingType' | 'distance'> & { store: { id: string } };

const hasSameDelivery = (chosen: Choice, part: StoreOrder) =>
  chosen.shippingType === null ||
  (chosen.shippingType === part.shippingType && (chosen.distance === null || chosen.distance === part.distance));

function sendChoice(id: number, { shippingType, distance }: Choice) {
  const params = { id };
  return shippingType === 'custom_store' && distance !== null
    ? writeOnline('storeOrders.setDistance', { params, body: { distance } })
    : writeOnline('storeOrders.setShippingType', { params, body: { shippingType: shippingType ?? 'store' } });
}
