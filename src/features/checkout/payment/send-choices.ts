// Tells the market what was chosen while it could not be asked: its order and the form then say the same way, fee and total.
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { writeOnline } from '#state/api/online-write.ts';
import { refusalSentence } from '#state/cart/refusal-sentence.ts';

const notOffered = 'Un mode de livraison n’est plus proposé. Choisissez-en un autre, puis validez de nouveau.';

/**
 * @param given the order as the market has it now
 * @returns it with the ways and distances of `shown`; why one of them was refused; null when the market is away again
 */
export async function tellChoices(shown: Order, given: Order): Promise<Order | { said: string } | null> {
  if (given.storeOrders.some(({ state }) => state !== 'new')) return given;
  const storeOrders: StoreOrder[] = [];
  for (const part of given.storeOrders) {
    const chosen = shown.storeOrders.find(({ store }) => store.id === part.store.id);
    if (!chosen || isSameWay(chosen, part)) {
      storeOrders.push(part);
      continue;
    }
    const result = await tell(part.id, chosen).catch(() => null);
    if (result?.outcome === 'refused') return { said: refusalSentence(result, notOffered) };
    if (result?.outcome !== 'sent') return null;
    storeOrders.push(result.answer);
  }
  return { ...given, storeOrders };
}

const isSameWay = (chosen: StoreOrder, part: StoreOrder) =>
  chosen.shippingType === null ||
  (chosen.shippingType === part.shippingType && (chosen.distance === null || chosen.distance === part.distance));

function tell(id: number, { shippingType, distance }: StoreOrder) {
  const params = { id };
  return shippingType === 'custom_store' && distance !== null
    ? writeOnline('storeOrders.setDistance', { params, body: { distance } })
    : writeOnline('storeOrders.setShippingType', { params, body: { shippingType: shippingType ?? 'store' } });
}
