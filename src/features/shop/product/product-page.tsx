// Product page, and the queries of its first view.
import { useEffect } from 'react';
import { generatePath, Link, useParams } from 'react-router-dom';
import type { Product, ProductSummary } from '#contract/catalogue/products.ts';
import { CATEGORY_TREE, CONFIGURATION } from '#contract/reads.ts';
import { isOrderable } from '#domain/product.ts';
import { pathTo } from '#domain/search/category-tree.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import type { ViewQueries } from '#state/api/first-view.ts';
import { useApiQuery } from '#state/api/query.ts';
import { recordViewedProduct } from '#state/device/view-history.ts';
import { Awning, StoreDot } from '#ui/catalogue/awning.tsx';
import { Stars } from '#ui/catalogue/stars.tsx';
import { LinkButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { BelowFold } from '#ui/loading/below.tsx';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { Loaded } from '#ui/states/loaded.tsx';
import { Age } from '#ui/text/age.tsx';
import { Breadcrumb } from '#ui/text/breadcrumb.tsx';
import { PlainText } from '#ui/text/markdown.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { Section } from '#ui/text/section.tsx';
import { GonePage } from '../listing/gone-page.tsx';
import { ProductList } from '../listing/product-list.tsx';
import { ProductGallery } from './product-gallery.tsx';
import styles from './product-page.module.css';
import { PurchasePart } from './purchase-form.tsx';
import { TechnicalPart } from './technical-sheet.tsx';

/** Depends on the current time, known by the device only. */
const waysToGetIt = lazyPart(() => import('./ways-to-get-it.tsx'));
/** Its place is outside of the text. */
const pageActions = lazyPart(() => import('../actions/page-actions.tsx'));
/** Reviews and related products load after the first view. */
const productMore = lazyPart(() => import('./below-the-fold.tsx'));

const REVIEWS = 'reviews';

const bySlug = (slug: string) => ['products.bySlug', { params: { slug } }] as const;

export const productQueries: ViewQueries = ({ params }) => [CONFIGURATION, bySlug(params.slug ?? '')];

export function ProductPage() {
  const { slug = '' } = useParams();
  const query = useApiQuery(...bySlug(slug));
  return (
    <div className="wrap">
      <Loaded
        query={query}
        what="product"
        loading={<ProductShape />}
        notFound={<GonePage title="Ce produit n’est plus proposé." />}
      >
        {(product) => <ProductView key={product.id} product={product} seenAt={query.aged ? query.seenAt : null} />}
      </Loaded>
    </div>
  );
}

function ProductView({ product, seenAt }: { product: Product; seenAt: number | null }) {
  const siteName = useSiteName();
  useEffect(() => {
    void recordViewedProduct(product.id);
  }, [product.id]);
  return (
    <article>
      <PageMeta
        title={product.name}
        siteName={siteName}
        description={product.description || `${product.name}, chez ${product.store.name} à ${product.store.city}.`}
        path={generatePath(paths.product, { slug: product.slug })}
        image={product.images[0]?.['720_inset_path']}
        type="product"
      />
      <Place product={product} />
      <div className={styles.top}>
        <ProductGallery product={product} />
        <div className={styles.counter}>
          <header className={styles.head}>
            <div className={styles.actions}>
              <LazyPart
                part={pageActions}
                props={{
                  of: { kind: 'product', thing: summaryOf(product) },
                  path: generatePath(paths.product, { slug: product.slug }),
                  image: product.images[0],
                }}
              />
            </div>
            <p className={styles.by}>
              <StoreDot slug={product.store.slug} />
              <Link to={generatePath(paths.store, { slug: product.store.slug })}>{product.store.name}</Link>
            </p>
            <h1>{product.name}</h1>
            {product.averageRating !== null && (
              <a href={`#${REVIEWS}`} className={styles.rating}>
                <Stars value={product.averageRating} />
                <span>{product.reviewCount} avis</span>
              </a>
            )}
            {seenAt !== null && <Age at={seenAt} />}
          </header>
          {product.notSellToMinor && (
            <p className={styles.adults}>
              <Icon name="alert" size={20} />
              Ce produit ne peut pas être vendu aux mineurs.
            </p>
          )}
          <PurchasePart product={product} orderable={isOrderable(product)} />
        </div>
        {product.delivery && (
          <div className={styles.ways}>
            <LazyPart
              part={waysToGetIt}
              props={{ delivery: product.delivery, city: product.store.city, article: product }}
              fallback={<div className={styles.waysRoom} data-ways={product.delivery.ways.length} />}
            />
          </div>
        )}
        <StoreBlock product={product} />
      </div>
      <BelowFold>
        {product.description !== '' && (
          <Section title="Description">
            <PlainText text={product.description} />
          </Section>
        )}
        <TechnicalPart product={product} />
        {product.associatedProducts.length > 0 && (
          <Section title="Produits associés">
            <ProductList products={product.associatedProducts} label="Produits associés" />
          </Section>
        )}
        <LazyPart part={productMore} props={{ product, reviewsId: REVIEWS }} fallback={<div id={REVIEWS} />} />
      </BelowFold>
    </article>
  );
}

/** What lists show of it. */
const summaryOf = ({ description, options, associatedProducts, delivery, ...summary }: Product): ProductSummary => ({
  ...summary,
  images: summary.images.slice(0, 1),
});

/** Breadcrumb of this product; space is reserved while the tree loads. */
function Place({ product }: { product: Product }) {
  const { data } = useApiQuery(...CATEGORY_TREE);
  const path = data ? pathTo(data['hydra:member'], product.category) : [];
  return (
    <Breadcrumb
      items={[
        { name: 'Accueil', to: paths.home },
        ...path.map((category) => ({ name: category.name, to: generatePath(paths.category, { slug: category.slug }) })),
        { name: product.name },
      ]}
    />
  );
}

function StoreBlock({ product: { store, storeRating, seller } }: { product: Product }) {
  return (
    <aside className={styles.store} aria-label="Boutique">
      <Awning slug={store.slug} size="small" />
      <div className={styles.storeBody}>
        <div>
          <p className={styles.storeName}>{store.name}</p>
          {store.city !== '' && (
            <p className={styles.city}>
              <Icon name="pin" size={16} />
              {store.city}
            </p>
          )}
          {seller && <p className={styles.seller}>Vendeur professionnel&nbsp;: {seller}</p>}
          {storeRating && <Stars value={storeRating.average} count={storeRating.count} size="small" />}
        </div>
        <LinkButton to={generatePath(paths.store, { slug: store.slug })} variant="secondary">
          Voir la boutique
        </LinkButton>
      </div>
    </aside>
  );
}

function ProductShape() {
  return (
    <div className={styles.top} role="status" aria-label="Chargement du produit">
      <span className={styles.shape} />
      <div className={styles.counter}>
        <span className={styles.line} />
        <span className={styles.title} />
        <span className={styles.line} />
      </div>
    </div>
  );
}
