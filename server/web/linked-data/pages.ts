// Describes the home page and lists as linked data.
import type { Collection } from '#contract/wire/hydra.ts';
import { paths } from '#paths';
import { address, breadcrumb, known, type Site, type Step, type Thing, webSite, whole } from './thing.ts';

const SEARCH = 'search_term_string';

export function homeThings(site: Site): Thing[] {
  return [
    {
      ...webSite(site),
      inLanguage: 'fr',
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${whole(site, paths.search)}?q={${SEARCH}}` },
        'query-input': `required name=${SEARCH}`,
      },
    },
  ];
}

export interface Listed {
  name: string;
  slug: string;
}

export interface ListPage {
  name: string;
  url: string;
  description?: string | undefined;
  image?: string | undefined;
  /** The way down to this page, without it. */
  above?: readonly Step[];
  list: Collection<Listed> | undefined;
  /** Of the list: from 1. */
  page: number;
  perPage: number;
  /** Pattern of the addresses of what is listed. */
  of: string;
}

/** A list of products or shops, with those of this page. */
export function listThings(site: Site, at: ListPage): Thing[] {
  const { name, url, description, image, list, above = [] } = at;
  const members = list?.['hydra:member'] ?? [];
  const first = (at.page - 1) * at.perPage + 1;
  return [
    {
      '@type': 'CollectionPage',
      ...known({ name, url, description, image, inLanguage: 'fr', isPartOf: webSite(site) }),
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: list?.['hydra:totalItems'] ?? 0,
        itemListElement: members.map((member, index) => ({
          '@type': 'ListItem',
          position: first + index,
          name: member.name,
          url: address(site, at.of, member.slug),
        })),
      },
    },
    breadcrumb(site, [...above, { name, url }]),
  ];
}

export function textThings(
  site: Site,
  { type = 'WebPage', name, url, description }: { type?: string; name: string; url: string; description?: string },
): Thing[] {
  return [
    { '@type': type, name, url, inLanguage: 'fr', ...known({ description }), isPartOf: webSite(site) },
    breadcrumb(site, [{ name, url }]),
  ];
}
