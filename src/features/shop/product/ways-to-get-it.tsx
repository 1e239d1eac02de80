// WaysToGetIt: delivery modes of a product with price, next collection time and delivery area.
import type { Product, ProductDelivery } from '#contract/catalogue/products.ts';
import type { ShippingType } from '#contract/fields/values.ts';
import { centsToShortText, formatCents } from '#domain/money.ts';
import { readyWords } from '#domain/orders/ready-from.ts';
import { withdrawalNote } from '#domain/orders/withdrawal-exception.ts';
import { closureRefusal } from '#domain/time/closures.ts';
import { todayWords } from '#domain/time/open-when.ts';
import { ShippingSign } from '#ui/catalogue/shipping-sign.tsx';
import { useNow } from '#ui/text/use-now.ts';
import styles from './ways-to-get-it.module.css';

const MINUTE_MS = 60_000;

interface WaysToGetItProps {
  delivery: ProductDelivery;
  city: string;
  article: Pick<Product, 'dematerialized' | 'preOrderDate' | 'withdrawalException'>;
}

export default function WaysToGetIt({ delivery, city, article }: WaysToGetItProps) {
  const { ways, minimumDelivery } = delivery;
  return (
    <section className={styles.ways} aria-label="Retrait et livraison">
      <ul>
        {ways.map(({ type, name, amount, from }) => (
          <li key={type}>
            <ShippingSign type={type} />
            <span className={styles.name}>
              {name}
              <Detail type={type} delivery={delivery} city={city} article={article} />
            </span>
            <b className={styles.price}>
              {from && 'dès '}
              {amount === 0 ? 'Gratuit' : formatCents(amount)}
            </b>
          </li>
        ))}
      </ul>
      {!article.dematerialized && minimumDelivery.amount > 0 && (
        <p className={styles.note}>
          Prix pour cet article seul. Commande minimum&nbsp;: {centsToShortText(minimumDelivery.amount)}&nbsp;€.
        </p>
      )}
      {article.withdrawalException !== undefined && (
        <p className={styles.note}>{withdrawalNote(article.withdrawalException)}</p>
      )}
    </section>
  );
}

/** 'Souilly, Stenay et Varennes' */
const listed = (names: readonly string[]) => new Intl.ListFormat('fr', { type: 'conjunction' }).format(names);

/** Details of a delivery mode. */
function Detail({ type, delivery, city, article }: WaysToGetItProps & { type: ShippingType }) {
  const now = useNow(MINUTE_MS);
  // The store's own town is omitted.
  const towns = (delivery.towns ?? []).filter((town) => town !== city);
  if (type === 'custom_store' && delivery.reach !== null && city !== '') {
    return (
      <small>
        Jusqu’à {delivery.reach}&nbsp;km autour de {city}
        {towns.length > 0 && `\u00a0: ${listed(towns)}`}
      </small>
    );
  }
  if (type !== 'store' || now === null) return null;
  const at = new Date(now);
  const today = todayWords(delivery, at);
  const ready = closureRefusal(delivery, at) === null ? readyWords(delivery, at, [article]) : null;
  return (
    <>
      {today && <small>{today}</small>}
      {ready && <small className={styles.ready}>{ready}</small>}
    </>
  );
}
