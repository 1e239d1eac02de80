// Home page, and the queries of its first view.
import { generatePath, Link } from 'react-router-dom';
import type { Category } from '#contract/catalogue/categories.ts';
import type { Event } from '#contract/catalogue/content.ts';
import { CONFIGURATION, FEATURED_PRODUCTS, HOME_STORES } from '#contract/reads.ts';
import { paths } from '#paths';
import { useConfiguration, useSiteName, useTagline } from '#state/api/configuration.ts';
import type { ViewQueries } from '#state/api/first-view.ts';
import { useApiQuery } from '#state/api/query.ts';
import { AwningRow } from '#ui/catalogue/awning.tsx';
import { LinkButton } from '#ui/controls/button.tsx';
import { BelowFold } from '#ui/loading/below.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { CategoryShapes, Empty, Loaded, ProductShapes } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { Section } from '#ui/text/section.tsx';
import { ProductList } from '../listing/product-list.tsx';
import styles from './home-page.module.css';
import { RecentProducts } from './recent-products.tsx';
import { HomeStores } from './store-row.tsx';
import { PROMISE, Welcome } from './welcome.tsx';

/** The configuration entry whose value is the slug of the event on the home page. */
const EVENT_KEY = 'homeEvent';
const SELECTION_AT_MOST = 8;
const AWNINGS_DRAWN = 12;

const DESCRIPTION_KEY = 'defaultDescription';

const noEvent = '';
const featuredCategories = ['featuredCategories.subset', {}] as const;

export const homeQueries: ViewQueries = (_place, answerOf) => {
  const slug = answerOf(...CONFIGURATION)?.['hydra:member'].find((entry) => entry.key === EVENT_KEY)?.value;
  return [
    CONFIGURATION,
    HOME_STORES,
    FEATURED_PRODUCTS,
    featuredCategories,
    ...(slug ? [['events.bySlug', { params: { slug } }] as const] : []),
  ];
};

export function HomePage() {
  const siteName = useSiteName();
  const tagline = useTagline();
  const promise = useConfiguration('homeTitle')?.value || PROMISE;
  const description = useConfiguration(DESCRIPTION_KEY)?.value;
  return (
    <div className="wrap">
      <PageMeta title={tagline || promise} siteName={siteName} description={description} path={paths.home} />
      <Welcome />
      <BelowFold>
        <Selection />
      </BelowFold>
      <HomeStores />
      <BelowFold>
        <FeaturedCategories />
        <EventBanner />
        <GalleryInvitation />
        <RecentProducts />
      </BelowFold>
    </div>
  );
}

function EventBanner() {
  const slug = useConfiguration(EVENT_KEY)?.value ?? noEvent;
  const { data } = useApiQuery('events.bySlug', { params: { slug } }, { enabled: slug !== noEvent });
  return data ? <Banner event={data} /> : null;
}

function Banner({ event }: { event: Event }) {
  const image = event.images[0];
  return (
    <section className={styles.banner} aria-labelledby="event-name">
      {image && (
        <Picture image={image} alt="" shape="fill" sizes="(min-width: 80rem) 600px, 43vw" className={styles.scene} />
      )}
      <div className={`${styles.sign} slate-focus`}>
        <h2 id="event-name">{event.name}</h2>
        <LinkButton to={generatePath(paths.event, { slug: event.slug })} variant="secondary">
          Découvrir
        </LinkButton>
      </div>
    </section>
  );
}

function FeaturedCategories() {
  const query = useApiQuery(...featuredCategories);
  return (
    <Section title="Nos rayons">
      <Loaded query={query} loading={<CategoryShapes />}>
        {(list) => (
          <ul className={styles.categories}>
            {list['hydra:member'].map((entry) => (
              <li key={entry['@id']}>
                <CategoryTile category={entry.category} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

function CategoryTile({ category }: { category: Category }) {
  return (
    <Link to={generatePath(paths.category, { slug: category.slug })} className={styles.tile}>
      <Picture
        image={category.images[0]}
        alt=""
        // On phones less than the tile's 46vw: drawings do not need all pixels of a fine screen, and there are eight.
        sizes="(min-width: 64rem) 296px, (min-width: 40rem) 23vw, 33vw"
        shape="wide"
        className={styles.view}
      />
      <span className={styles.label}>{category.name}</span>
    </Link>
  );
}

function Selection() {
  const query = useApiQuery(...FEATURED_PRODUCTS);
  return (
    <Section title="Notre sélection de produits" more={{ to: paths.latest, label: 'Nouveautés' }}>
      <Loaded query={query} what="list" aged loading={<ProductShapes />}>
        {(list) =>
          list['hydra:member'].length === 0 ? (
            <Empty title="Aucun résultat" />
          ) : (
            <div className={styles.selection}>
              <ProductList
                products={list['hydra:member'].slice(0, SELECTION_AT_MOST).map((entry) => entry.product)}
                label="Notre sélection de produits"
                leads
              />
            </div>
          )
        }
      </Loaded>
    </Section>
  );
}

function GalleryInvitation() {
  return (
    <section className={styles.gallery}>
      <AwningRow count={AWNINGS_DRAWN} />
      <div className={styles.invitation}>
        <h2>Venez découvrir notre galerie marchande !</h2>
        <LinkButton to={paths.stores} size="large">
          Découvrir
        </LinkButton>
      </div>
    </section>
  );
}
