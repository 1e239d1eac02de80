// Structured data (schema.org) of a page, created from the page's own answers. Server-side only.
import type { Category } from '#contract/catalogue/categories.ts';
import type { EndpointAnswer, ReadName } from '#contract/registry.ts';
import { TERMS_OF_SALE } from '#domain/orders/terms-of-sale.ts';
import { pathTo } from '#domain/search/category-tree.ts';
import { excerpt } from '#domain/text/excerpt.ts';
import { paths } from '#paths';
import { homeThings, type ListPage, listThings, textThings } from './pages.ts';
import { productThings } from './product.ts';
import { storeThings } from './store.ts';
import { absoluteUrl, pageUrl, type SiteInfo, type Thing } from './thing.ts';

export type { SiteInfo, Thing } from './thing.ts';

export interface PagePlace {
  /** Route pattern: one of `paths`. */
  pattern: string;
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
}

export interface PageAnswers {
  /** The answer used by the page; undefined if not queried or failed. */
  one<N extends ReadName>(name: N): EndpointAnswer<N> | undefined;
  categories: readonly Category[];
  /** Static pages. */
  pages: readonly { slug: string }[];
}

const LIST_PAGE_SIZE = 36;
const ALL_STORES = 200;

/** One object per script element; none for pages without content of their own. */
export function createLinkedData(
  site: SiteInfo,
  { pattern, params, search }: PagePlace,
  answers: PageAnswers,
): Thing[] {
  const slug = params.slug ?? '';
  const number = Number(search.get('page') ?? '1');
  const page = Number.isSafeInteger(number) && number > 1 ? number : 1;
  const url = `${pageUrl(site, pattern, slug)}${page > 1 ? `?page=${page}` : ''}`;
  const list = (of: Omit<ListPage, 'url' | 'page' | 'perPage' | 'of'> & Partial<ListPage>) =>
    listThings(site, { url, page, perPage: LIST_PAGE_SIZE, of: paths.product, ...of });
  const ofStore = (name: string) => {
    const store = answers.one('stores.bySlug');
    const below = name === '' ? null : { name, url: pageUrl(site, pattern, slug) };
    return store ? storeThings(site, store, below, answers.one('stores.reviews')?.['hydra:member']) : [];
  };

  switch (pattern) {
    case paths.home:
      return homeThings(site);
    case paths.product: {
      const product = answers.one('products.bySlug');
      // Contains the return policy.
      const terms = answers.pages.find((each) => each.slug === TERMS_OF_SALE);
      const at = terms ? pageUrl(site, paths.page, terms.slug) : null;
      return product ? productThings(site, product, answers.categories, at) : [];
    }
    case paths.category: {
      const category = answers.one('categories.bySlug');
      if (!category) return [];
      const image = category.images[0]?.['1080_inset_path'];
      return list({
        name: category.name,
        image: image && absoluteUrl(site, image),
        above: pathTo(answers.categories, category['@id'])
          .slice(0, -1)
          .map((above) => ({ name: above.name, url: pageUrl(site, paths.category, above.slug) })),
        list: answers.one('categories.products'),
      });
    }
    case paths.event: {
      const event = answers.one('events.bySlug');
      if (!event) return [];
      const image = event.images[0]?.['1080_inset_path'];
      const products = answers.one('products.list');
      return list({
        name: event.name,
        description: event.description,
        image: image && absoluteUrl(site, image),
        list: products,
      });
    }
    case paths.store:
      return ofStore('');
    case paths.storeProducts:
      return ofStore('Produits');
    case paths.storeAbout:
      return ofStore('À propos');
    case paths.storeReviews:
      return ofStore('Avis');
    case paths.stores:
      return list({
        name: 'Galerie Marchande',
        list: answers.one('stores.list'),
        of: paths.store,
        perPage: ALL_STORES,
      });
    case paths.latest:
      return list({ name: 'Nouveautés', list: answers.one('products.list') });
    case paths.promotions:
      return list({ name: 'Promotions', list: answers.one('products.list') });
    case paths.page: {
      const text = answers.one('pages.list')?.['hydra:member'].find((each) => each.slug === slug);
      return text ? textThings(site, { name: text.name, url, description: excerptOf(text.description) }) : [];
    }
    case paths.contact:
      return textThings(site, { type: 'ContactPage', name: 'Contact Plateforme', url });
    default:
      return [];
  }
}

/** Beginning of a Markdown text. */
const excerptOf = (markdown: string): string => excerpt(markdown.replace(/[#*_>[\]()]/g, ''));
