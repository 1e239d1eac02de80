// Prices. Price: the small slate on a product's picture. PriceBlock: the large price of the product page. Amount: an
// amount in a text or a table.
// In cents; `price` null or `priceDisabled` renders nothing.
import { basePriceText, type ContentBase } from '#domain/base-price.ts';
import { formatCents } from '#domain/money.ts';
import styles from './price.module.css';

interface Priced {
  price: { amount: number } | null;
  reducedPrice: { amount: number } | null;
  /** Shown as 'À partir de'. */
  indicativePrice: boolean;
  priceDisabled: boolean;
}

interface BasePriceProps {
  product: Priced & { contentBase?: ContentBase | null | undefined };
  extra?: number;
  before?: string;
}

function PriceText({ product, extra }: { product: Priced; extra: number }) {
  if (product.price === null) return null;
  const now = (product.reducedPrice ?? product.price).amount + extra;
  return (
    <>
      {product.indicativePrice && <small className={styles.from}>À partir de </small>}
      {product.reducedPrice && (
        <s className={styles.before}>
          <span className="visually-hidden">Prix avant réduction : </span>
          {formatCents(product.price.amount + extra)}
        </s>
      )}
      <span className={styles.now}>
        {product.reducedPrice && <span className="visually-hidden">Prix : </span>}
        {formatCents(now)}
      </span>
    </>
  );
}

export function Price({ product }: { product: Priced }) {
  if (product.price === null || product.priceDisabled) return null;
  return (
    <p className={styles.slate} data-reduced={product.reducedPrice ? '' : undefined}>
      <PriceText product={product} extra={0} />
    </p>
  );
}

/** `extra`: surcharge of the chosen options, cents. */
export function PriceBlock({ product, extra = 0 }: { product: Priced; extra?: number }) {
  if (product.price === null || product.priceDisabled) return null;
  return (
    <p className={`${styles.slate} ${styles.block}`} data-reduced={product.reducedPrice ? '' : undefined}>
      <PriceText product={product} extra={extra} />
    </p>
  );
}

/** '18,00 € le kilo', of the displayed price, after `before`. Nothing without a content. */
export function BasePrice({ product, extra = 0, before = '' }: BasePriceProps) {
  const { price, reducedPrice, priceDisabled, contentBase } = product;
  const text = price && !priceDisabled && basePriceText((reducedPrice ?? price).amount + extra, contentBase);
  return text ? <p className={styles.base}>{before + text}</p> : null;
}

export function Amount({ cents, struck = false }: { cents: number; struck?: boolean }) {
  const text = formatCents(cents);
  return struck ? <s className={styles.struck}>{text}</s> : <span className={styles.amount}>{text}</span>;
}
