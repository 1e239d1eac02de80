// Tells machines what a page is about, in schema.org's words, beside what people see. Made from the same answers as the
// page, and for its HTML alone: the browser never loads this.
import type { Category } from '#contract/catalogue/categories.ts';
import type { EndpointAnswer, ReadName } from '#contract/registry.ts';
import { pathTo } from '#domain/search/category-tree.ts';
import { excerpt } from '#domain/text/excerpt.ts';
import { paths } from '#paths';
import { homeThings, type ListPage, listThings, textThings } from './pages.ts';
import { productThings } from './product.ts';
import { storeThings } from './store.ts';
import { address, type Site, type Thing, whole } from './thing.ts';

export type { Site, Thing } from './thing.ts';

export interface Place {
  /** Of the page's address: one of `paths`. */
  pattern: string;
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
}

export interface Answers {
  /** The answer that the page was drawn from; undefined when it asked no such thing, or in vain. */
  one<N extends ReadName>(name: N): EndpointAnswer<N> | undefined;
  categories: readonly Category[];
  /** Static pages of the market. */
  pages: readonly { slug: string }[];
}

/** What is said of returns stands in it. */
const TERMS_OF_SALE = 'conditions-generales-de-vente';

const PER_PAGE = 36;
const ALL_STORES = 200;

/** Each to stand in a script element of its own; none for a page that shows nothing of its own. */
export function linkedData(site: Site, { pattern, params, search }: Place, answers: Answers): Thing[] {
  const slug = params.slug ?? '';
  const number = Number(search.get('page') ?? '1');
  const page = Number.isSafeInteger(number) && number > 1 ? number : 1;
  const url = `${address(site, pattern, slug)}${page > 1 ? `?page=${page}` : ''}`;
  const list = (of: Omit<ListPage, 'url' | 'page' | 'perPage' | 'of'> & Partial<ListPage>) =>
    listThings(site, { url, page, perPage: PER_PAGE, of: paths.product, ...of });
  const ofStore = (name: string) => {
    const store = answers.one('stores.bySlug');
    const below = name === '' ? null : { name, url: address(site, pattern, slug) };
    return store ? storeThings(site, store, below, answers.one('stores.reviews')?.['hydra:member']) : [];
  };

  switch (pattern) {
    case paths.home:
      return homeThings(site);
    case paths.product: {
      const product = answers.one('products.bySlug');
      const terms = answers.pages.find((each) => each.slug === TERMS_OF_SALE);
      const at = terms ? address(site, paths.page, terms.slug) : null;
      return product ? productThings(site, product, answers.categories, at) : [];
    }
    case paths.category: {
      const category = answers.one('categories.bySlug');
      if (!category) return [];
      const image = category.images[0]?.['1080_inset_path'];
      return list({
        name: category.name,
        image: image && whole(site, image),
        above: pathTo(answers.categories, category['@id'])
          .slice(0, -1)
          .map((above) => ({ name: above.name, url: address(site, paths.category, above.slug) })),
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
        image: image && whole(site, image),
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
      return text ? textThings(site, { name: text.name, url, description: plain(text.description) }) : [];
    }
    case paths.contact:
      return textThings(site, { type: 'ContactPage', name: 'Contact Plateforme', url });
    default:
      return [];
  }
}

/** The first words of a text in Markdown. */
const plain = (markdown: string): string => excerpt(markdown.replace(/[#*_>[\]()]/g, ''));
