// Event page: products of an event, until its end.
import { generatePath, useParams, useSearchParams } from 'react-router-dom';
import type { Event } from '#contract/catalogue/content.ts';
import { CATEGORY_TREE } from '#contract/reads.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { currentSearch } from '#state/page/current-search.ts';
import { SelectField } from '#ui/fields/fields.tsx';
import { LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { GonePage } from './gone-page.tsx';
import { pagePath, pageTitle, requestedPage, requestedSlug } from './list-address.ts';
import { ListHead, productCount } from './list-head.tsx';
import styles from './listing.module.css';
import { PagedProducts } from './paged-products.tsx';

const SORTS = [
  { value: 'sort[price]=ASC', label: 'Prix croissant', query: { 'sort[price]': 'ASC' } },
  { value: 'sort[price]=DESC', label: 'Prix décroissant', query: { 'sort[price]': 'DESC' } },
  { value: 'sort[rating]=DESC', label: 'Les mieux notés', query: { 'sort[rating]': 'DESC' } },
] as const;
const FILTERED_LEVEL = 2;

export function EventPage() {
  const { slug = '' } = useParams();
  const query = useApiQuery('events.bySlug', { params: { slug } });
  return (
    <div className={`${styles.listing} wrap`}>
      <Loaded
        query={query}
        what="event"
        loading={<LineShapes />}
        notFound={<GonePage title="Cet événement n’existe pas, ou plus." />}
      >
        {(event) => <EventView event={event} />}
      </Loaded>
    </div>
  );
}

function EventView({ event }: { event: Event }) {
  const siteName = useSiteName();
  const [search, setSearch] = useSearchParams();
  const page = requestedPage(search);
  const categories = useApiQuery(...CATEGORY_TREE);
  const sort = SORTS.find(({ query }) => Object.entries(query).every(([key, value]) => search.get(key) === value));
  const category = requestedSlug(search, 'category_slug');
  const change = (keys: readonly string[], pairs: string) => {
    const next = currentSearch();
    for (const key of [...keys, 'page']) next.delete(key);
    for (const [key, value] of new URLSearchParams(pairs)) next.set(key, value);
    setSearch(next, { replace: true });
  };
  return (
    <>
      <PageMeta
        title={pageTitle(event.name, page)}
        siteName={siteName}
        description={event.description || undefined}
        path={pagePath(generatePath(paths.event, { slug: event.slug }), page)}
        image={event.images[0]?.['720_inset_path']}
      />
      <PagedProducts
        query={{ 'events.slug': event.slug, category_slug: category, ...sort?.query }}
        label={event.name}
        empty="Aucun résultat"
        head={(total) => (
          <>
            <ListHead title={event.name} image={event.images[0]}>
              {productCount(total)}
            </ListHead>
            <div className={styles.filters}>
              <SelectField
                label="Catégorie"
                value={category ?? ''}
                onChange={(picked) =>
                  change(['category_slug'], picked.target.value === '' ? '' : `category_slug=${picked.target.value}`)
                }
              >
                <option value="">Toutes les catégories</option>
                {categories.data?.['hydra:member']
                  .filter((each) => each.level === FILTERED_LEVEL)
                  .map((each) => (
                    <option key={each['@id']} value={each.slug}>
                      {each.name}
                    </option>
                  ))}
              </SelectField>
              <SelectField
                label="Trier par"
                value={sort?.value ?? ''}
                onChange={(picked) => change(['sort[price]', 'sort[rating]'], picked.target.value)}
              >
                <option value="">Par défaut</option>
                {SORTS.map((choice) => (
                  <option key={choice.value} value={choice.value}>
                    {choice.label}
                  </option>
                ))}
              </SelectField>
            </div>
          </>
        )}
      />
    </>
  );
}
