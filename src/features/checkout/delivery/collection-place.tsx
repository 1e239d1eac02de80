// Where and when the shopper collects the goods of one shop.
import type { StoreOrder } from '#contract/store-orders.ts';
import type { ShippingType } from '#contract/values.ts';
import { formatHour, WEEKDAY_NAMES, windowsOf } from '#domain/opening-hours.ts';
import { Icon } from '#ui/controls/icon.tsx';
import styles from './delivery-fields.module.css';

/** Where the shopper fetches the goods, when it is the shop that says so. */
export function CollectionPlace({ storeOrder, type }: { storeOrder: StoreOrder; type: ShippingType }) {
  const { store } = storeOrder;
  if (type === 'custom_relay' && store.relayPoint) {
    return (
      <div className={styles.place}>
        <Icon name="pin" size={20} />
        <div>
          <p className={styles.placeName}>{store.relayPoint}</p>
          <p className={styles.quiet}>{store.relayPointInformation}</p>
        </div>
      </div>
    );
  }
  if (type !== 'store') return null;
  const { address1, address2, postalCode, city } = store.address;
  const hours = store.openingHours.filter((row) => row.days.length > 0 && windowsOf(row).length > 0);
  return (
    <div className={styles.place}>
      <Icon name="pin" size={20} />
      <div>
        <p className={styles.placeName}>{store.name}</p>
        <p className={styles.quiet}>{[address1, address2, `${postalCode} ${city}`].filter(Boolean).join(', ')}</p>
        {hours.length > 0 && (
          <details className={styles.hours}>
            <summary>Horaires d'ouverture</summary>
            <ul>
              {hours.map((row) => (
                <li key={row.days.join()}>
                  {row.days.map((day) => WEEKDAY_NAMES[day]).join(', ')} :{' '}
                  {windowsOf(row)
                    .map(({ from, to }) => `${formatHour(from)} - ${formatHour(to)}`)
                    .join(', ')}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  );
}
