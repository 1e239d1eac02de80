// Products page of the store: search, filters, publication, single or bulk actions.
import { useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { countWithNoun } from '#domain/text/plural.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import type { ShownProduct } from '#state/merchant/product-views.ts';
import { type ProductFilter, useProducts } from '#state/merchant/products.ts';
import { decide } from '#state/pending/pending-actions.ts';
import { useDecisions } from '#state/pending/pending-writes.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { FilterLinks } from '#ui/controls/filter-links.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { DecisionList } from '#ui/pending/decision-list.tsx';
import { Empty, LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { Age } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { productsAddress, readProductFilter } from '../product-address.ts';
import { ProductIcon } from '../product-icon.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { MerchantProductRow } from './product-row.tsx';
import { ProductSearch } from './product-search.tsx';
import styles from './products-page.module.css';

export function ProductsPage() {
  const { page } = useParams();
  const [search] = useSearchParams();
  const siteName = useSiteName();
  const filter = readProductFilter(page, search);
  const decisions = [...useDecisions('product:'), ...useDecisions('image:')];
  return (
    <>
      <PageMeta title="Produits" siteName={siteName} noIndex />
      <div className={styles.head}>
        <h1>Produits</h1>
        <div className={styles.ways}>
          <LinkButton to={paths.merchantProductsImport} variant="secondary" icon="sheet">
            Tableau CSV
          </LinkButton>
          <LinkButton to={paths.merchantQuickProducts} variant="secondary">
            <ProductIcon name="camera" size={20} />
            Ajout rapide
          </LinkButton>
          <LinkButton to={paths.merchantNewProduct} icon="plus">
            Créer un produit
          </LinkButton>
        </div>
      </div>
      <DecisionList decisions={decisions} onChoose={decide} label="Modifications à vérifier" live />
      <ProductSearch filter={filter} />
      <States filter={filter} />
      <h2 className="visually-hidden">Liste des produits</h2>
      <Products filter={filter} />
    </>
  );
}

/** The list's other address. */
export function ProductsByQuery() {
  const [search] = useSearchParams();
  return <Navigate to={productsAddress(readProductFilter(search.get('page') ?? undefined, search))} replace />;
}

const states: readonly { label: string; published: boolean | undefined }[] = [
  { label: 'Tous', published: undefined },
  { label: 'Publiés', published: true },
  { label: 'Masqués', published: false },
];

function States({ filter }: { filter: ProductFilter }) {
  const links = states.map(({ label, published }) => ({
    label,
    to: productsAddress({ name: filter.name, published }),
    current: filter.published === published,
  }));
  return <FilterLinks label="Filtrer par état" links={links} />;
}

function Products({ filter }: { filter: ProductFilter }) {
  const query = useProducts(filter);
  const { products, made, fetched = [], total, view, onDevice } = query;
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  // Products outside the list are unselected.
  const chosen = products?.filter(({ id, deletion }) => deletion === null && chosenIds.has(id)) ?? [];
  const choose = (id: string, wanted: boolean) =>
    setChosenIds((now) => new Set(wanted ? [...now, id] : [...now].filter((one) => one !== id)));
  const choosable = products?.filter(({ deletion }) => deletion === null) ?? [];
  const isAll = choosable.length > 0 && chosen.length === choosable.length;
  const rows = (some: readonly ShownProduct[]) => (
    <ul className={styles.rows} aria-label="Produits">
      {some.map((product) => (
        <MerchantProductRow
          key={product.id}
          product={product}
          chosen={chosenIds.has(product.id)}
          onChoose={(wanted) => choose(product.id, wanted)}
        />
      ))}
    </ul>
  );
  return (
    <>
      {!products && query.status === 'error' && made.length > 0 && rows(made)}
      <Loaded query={query} what="list" loading={<LineShapes count={6} />}>
        {() =>
          products && products.length > 0 ? (
            <>
              <div className={styles.above}>
                <Button
                  variant="quiet"
                  onClick={() => setChosenIds(new Set(isAll ? [] : choosable.map(({ id }) => id)))}
                >
                  {isAll ? 'Tout désélectionner' : 'Tout sélectionner'}
                </Button>
                <p className={styles.count} aria-live="polite">
                  {onDevice
                    ? 'parmi ce qui est gardé sur cet appareil'
                    : total !== undefined && countWithNoun(total, 'produit')}
                  {query.aged && <Age at={query.seenAt} />}
                </p>
              </div>
              {rows(products)}
              <BulkBar chosen={chosen} fetched={fetched} onDone={() => setChosenIds(new Set())} />
              <Pagination
                view={view}
                page={filter.page}
                to={(page) => productsAddress({ ...filter, page })}
                label="Pages des produits"
              />
            </>
          ) : (
            <NoProduct filter={filter} onDevice={onDevice} />
          )
        }
      </Loaded>
    </>
  );
}

function NoProduct({ filter, onDevice }: { filter: ProductFilter; onDevice: boolean }) {
  const all = (
    <LinkButton to={productsAddress()} variant="secondary">
      Voir tous les produits
    </LinkButton>
  );
  if (filter.page > 1) return <Empty title="Cette page n’existe pas." action={all} />;
  if (onDevice) return <Empty title="Aucun résultat parmi ce qui est gardé sur cet appareil." action={all} />;
  if (filter.name !== '')
    return <Empty title={`Aucun produit ne s’appelle «\u00a0${filter.name}\u00a0».`} action={all} />;
  if (filter.published !== undefined) {
    return <Empty title={filter.published ? 'Aucun produit publié.' : 'Aucun produit masqué.'} action={all} />;
  }
  return (
    <Empty
      title="Aucun produit pour le moment."
      action={
        <LinkButton to={paths.merchantQuickProducts} size="large">
          <ProductIcon name="camera" />
          Ajouter avec une photo
        </LinkButton>
      }
    >
      Une photo, un nom, un prix&nbsp;: vos produits apparaissent dans votre boutique dès que vous les publiez.
    </Empty>
  );
}
