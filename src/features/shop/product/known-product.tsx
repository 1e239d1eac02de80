// KnownProduct: a product whose own page is not cached, from a list: picture, price and purchase, without its texts.
import { generatePath, Link } from 'react-router-dom';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import { isOrderable } from '#domain/product.ts';
import { paths } from '#paths';
import { StoreDot } from '#ui/catalogue/awning.tsx';
import { PriceBlock } from '#ui/catalogue/price.tsx';
import { Stars } from '#ui/catalogue/stars.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { Age } from '#ui/text/age.tsx';
import { ProductGallery } from './product-gallery.tsx';
import styles from './product-page.module.css';
import { PurchasePart } from './purchase-form.tsx';

interface KnownProductProps {
  product: ProductSummary;
  seenAt: number;
  /** The network is silent, not absent. */
  silent: boolean;
  onRetry: () => void;
}

/** It can be bought at once unless it has options, whose values are on its own page only. */
export function KnownProduct({ product, seenAt, silent, onRetry }: KnownProductProps) {
  return (
    <article className={styles.top}>
      <ProductGallery product={product} />
      <div className={styles.counter}>
        <header className={styles.head}>
          <p className={styles.by}>
            <StoreDot slug={product.store.slug} />
            <Link to={generatePath(paths.store, { slug: product.store.slug })}>{product.store.name}</Link>
          </p>
          <h1>{product.name}</h1>
          {product.averageRating !== null && <Stars value={product.averageRating} count={product.reviewCount} />}
          <Age at={seenAt} />
        </header>
        {product.notSellToMinor && (
          <p className={styles.adults}>
            <Icon name="alert" size={20} />
            Ce produit ne peut pas être vendu aux mineurs.
          </p>
        )}
        {product.hasOptions ? (
          <PriceBlock product={product} />
        ) : (
          <PurchasePart product={{ ...product, options: [] }} orderable={isOrderable(product)} />
        )}
        <p className={styles.incomplete} role="status">
          <Icon name={silent ? 'clock' : 'offline'} size={20} />
          <span>
            {product.hasOptions ? 'Les choix, la description et les avis' : 'La description et les avis'} s’afficheront
            dès le retour du réseau.
          </span>
          <Button variant="quiet" onClick={onRetry}>
            Réessayer
          </Button>
        </p>
      </div>
    </article>
  );
}
