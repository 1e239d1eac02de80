// Structured data of the home page and of lists.
import type { Collection } from '#contract/wire/hydra.ts';
import { paths } from '#paths';
import { absoluteUrl, breadcrumb, omitEmpty, pageUrl, type SiteInfo, type Step, type Thing, webSite } from './thing.ts';

const SEARCH_TERM = 'search_term_string';

export function homeThings(site: SiteInfo): Thing[] {
  return [
    {
      ...webSite(site),
      inLanguage: 'fr',
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${absoluteUrl(site, paths.search)}?q={${SEARCH_TERM}}` },
        'query-input': `required name=${SEARCH_TERM}`,
      },
    },
  ];
}

export interface ListedThing {
  name: string;
  slug: string;
}

export interface ListPage {
  name: string;
  url: string;
  description?: string | undefined;
  image?: string | undefined;
  /** Breadcrumb above this page. */
  above?: readonly Step[];
  list: Collection<ListedThing> | undefined;
  /** Starts at 1. */
  page: number;
  perPage: number;
  /** Route pattern of the members. */
  of: string;
}

/** A list of products or stores with the members of this page. */
export function listThings(site: SiteInfo, at: ListPage): Thing[] {
  const { name, url, description, image, list, above = [] } = at;
  const members = list?.['hydra:member'] ?? [];
  const first = (at.page - 1) * at.perPage + 1;
  return [
    {
      '@type': 'CollectionPage',
      ...omitEmpty({ name, url, description, image, inLanguage: 'fr', isPartOf: webSite(site) }),
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: list?.['hydra:totalItems'] ?? 0,
        itemListElement: members.map((member, index) => ({
          '@type': 'ListItem',
          position: first + index,
          name: member.name,
          url: pageUrl(site, at.of, member.slug),
        })),
      },
    },
    breadcrumb(site, [...above, { name, url }]),
  ];
}

export function textThings(
  site: SiteInfo,
  { type = 'WebPage', name, url, description }: { type?: string; name: string; url: string; description?: string },
): Thing[] {
  return [
    { '@type': type, name, url, inLanguage: 'fr', ...omitEmpty({ description }), isPartOf: webSite(site) },
    breadcrumb(site, [{ name, url }]),
  ];
}
