// Parts of a new order: how each one arrives, where and from when, with the codes to collect it.
// Reading the order also caches it, so that the codes open offline in the store.
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { arrivalOf } from '#domain/orders/arrival.ts';
import { useOwnOrderPush } from '#state/account/own-order-push.ts';
import { useSiteName } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { useInstallInvitation } from '#state/device/install-invitation.ts';
import { Awning } from '#ui/catalogue/awning.tsx';
import { ShippingSign } from '#ui/catalogue/shipping-sign.tsx';
import { LazyCollectionCode } from '#ui/media/lazy-collection-code.tsx';
import { InstallInvitation } from '#ui/text/install-invitation.tsx';
import { NotifyMe } from '#ui/text/notify-me.tsx';
import styles from './ordered-parts.module.css';

/** @param known the order, if the screen has it already */
export function OrderedParts({ id, known }: { id: number; known?: Order }) {
  const { data: order = known } = useApiQuery('orders.get', { params: { id } });
  const { state, turn } = useOwnOrderPush();
  const { way, accept, dismiss } = useInstallInvitation();
  const siteName = useSiteName();
  if (!order) return null;
  return (
    <>
      {/* Both would say how to install. */}
      {!(way === 'share' && state === 'install') && <NotifyMe state={state} onTurn={turn} />}
      <ul className={styles.parts} aria-label="Votre commande, par boutique">
        {order.storeOrders.map((part) => (
          <OrderedPart key={part['@id']} part={part} />
        ))}
      </ul>
      {way && <InstallInvitation way={way} siteName={siteName} onAccept={accept} onDismiss={dismiss} />}
    </>
  );
}

function OrderedPart({ part }: { part: StoreOrder }) {
  const { type, way, where, next } = arrivalOf(part);
  return (
    <li className={styles.part}>
      <Awning slug={part.store.slug} />
      <div className={styles.words}>
        <ShippingSign type={type} />
        <div>
          <p className={styles.store}>{part.store.name}</p>
          <p>{way}</p>
          {where && <p className={styles.where}>{where}</p>}
          <p className={styles.next}>{next}</p>
        </div>
      </div>
      <LazyCollectionCode order={part} />
    </li>
  );
}
