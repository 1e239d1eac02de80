// ProductCard: a product in a list. The card links to the product; the round button adds it to the cart.
//   <ProductCard product={p} onAdd={(product) => …} />   without onAdd there is no button
// Inside of `data-lies` it is a row on phones: picture, text, price and button. With options the button is a link to
// the product page, with a sign of its own. Lists use `<ProductGrid>`.
import { type ReactNode, useEffect, useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import { isOrderable, stockNotice } from '#domain/product.ts';
import { isOnlineStore } from '#domain/store.ts';
import { paths } from '#paths';
import { Icon } from '../controls/icon.tsx';
import { Picture } from '../media/picture.tsx';
import { StoreDot } from './awning.tsx';
import { FavouriteButton } from './favourite-button.tsx';
import { BasePrice, Price } from './price.tsx';
import styles from './product-card.module.css';

export interface ProductCardProps {
  product: ProductSummary;
  onAdd?: ((product: ProductSummary) => void) | undefined;
  /** Its quantity in the cart. */
  inCart?: number;
  /** In the first view: loads the picture with high priority. */
  priority?: boolean;
  heading?: 'h2' | 'h3';
  /** `sizes` of the picture, if it differs from a grid's. */
  sizes?: string;
  /** Distance to its store: '4,2 km'. */
  distance?: string | null;
}

/** In a grid. */
const SIZES = '(min-width: 75rem) 290px, (min-width: 64rem) 23vw, (min-width: 40rem) 29vw, 46vw';

export function ProductCard({
  product,
  onAdd,
  inCart = 0,
  priority = false,
  heading: Heading = 'h3',
  sizes = SIZES,
  distance,
}: ProductCardProps) {
  const to = generatePath(paths.product, { slug: product.slug });
  const out = stockNotice(product.stock).kind === 'out';
  return (
    <article className={styles.card}>
      <div className={styles.top}>
        <Picture
          image={product.images[0]}
          store={product.store}
          alt=""
          sizes={sizes}
          priority={priority}
          className={styles.picture}
        />
        <div className={styles.flags}>
          {isOnlineStore(product.store) && (
            <span className={styles.flag} title="Produit disponible en ligne">
              <Icon name="basket" size={16} />
              <span className={styles.flagText}>Produit disponible en ligne</span>
            </span>
          )}
          {product.notSellToMinor && (
            <span className={`${styles.flag} ${styles.adults}`} title="Produit interdit aux moins de 18 ans">
              <b aria-hidden="true">18+</b>
              <span className={styles.flagText}>Produit interdit aux moins de 18 ans</span>
            </span>
          )}
        </div>
        <FavouriteButton of={{ kind: 'product', thing: product }} className={styles.heart} />
        <div className={styles.foot}>
          <div className={styles.price}>
            <Price product={product} />
          </div>
          {out ? (
            <span className={styles.out}>Rupture de stock</span>
          ) : (
            onAdd && isOrderable(product) && <AddButton product={product} onAdd={onAdd} inCart={inCart} to={to} />
          )}
        </div>
      </div>
      <Heading className={styles.name}>
        <Link to={to} className={styles.link}>
          {product.name}
        </Link>
      </Heading>
      <BasePrice product={product} />
      <p className={styles.store}>
        <StoreDot slug={product.store.slug} />
        <span>{product.store.name}</span>
        {distance && <small>{distance}</small>}
      </p>
    </article>
  );
}

const ADDED_SHOWN_MS = 1500;

function AddButton({
  product,
  onAdd,
  inCart,
  to,
}: {
  product: ProductSummary;
  onAdd: (p: ProductSummary) => void;
  inCart: number;
  to: string;
}) {
  const [added, setAdded] = useState(false);
  useEffect(() => {
    if (!added) return;
    const timer = setTimeout(() => setAdded(false), ADDED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [added]);
  const known = inCart > 0 ? ` (${inCart} dans votre panier)` : '';
  const count = inCart > 0 && <span className={styles.inCart}>{inCart}</span>;
  if (product.hasOptions) {
    return (
      <Link
        to={to}
        className={`${styles.add} ${styles.choose}`}
        aria-label={`Choisir les options : ${product.name}${known}`}
        title="Choisir les options"
      >
        <Icon name="right" />
        {count}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={styles.add}
      data-added={added ? '' : undefined}
      aria-label={`Ajouter ce produit : ${product.name}${known}`}
      title="Ajouter ce produit"
      onClick={() => {
        setAdded(true);
        onAdd(product);
      }}
    >
      <Icon name={added ? 'check' : 'plus'} />
      {count}
    </button>
  );
}

/** Two columns on a phone, up to five on a wide screen; `strip` shows four in one row beside other content. */
export function ProductGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {children}
    </ul>
  );
}
