// Shared schema.org objects. URLs are absolute; empty properties are omitted.
import type { Image } from '#contract/fields/values.ts';
import { paths } from '#paths';

/** A schema.org object. */
export interface Thing {
  '@type': string;
  [property: string]: unknown;
}

export interface SiteInfo {
  /** 'https://…' without a trailing slash. */
  origin: string;
  name: string;
  /** YYYY-MM-DD in Europe/Paris. */
  today: string;
}

export const absoluteUrl = (site: SiteInfo, path: string) =>
  /^https?:/.test(path) ? path : `${site.origin}/${path.replace(/^\//, '')}`;

export const pageUrl = (site: SiteInfo, pattern: string, slug = '') =>
  absoluteUrl(site, pattern.replace(':slug', encodeURIComponent(slug)));

/** Omits undefined, empty and empty-list properties. */
export function omitEmpty<T extends Record<string, unknown>>(properties: T): Partial<T> {
  const entries = Object.entries(properties).filter(
    ([, value]) =>
      value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as Partial<T>;
}

export const pictureUrls = (site: SiteInfo, images: readonly Image[]) =>
  images.map((image) => absoluteUrl(site, image['1080_inset_path']));

export const webSite = (site: SiteInfo): Thing => ({
  '@type': 'WebSite',
  name: site.name,
  url: absoluteUrl(site, paths.home),
});

/** schema.org price. */
export const formatPrice = (cents: number) => (cents / 100).toFixed(2);

/** Rounded to the displayed tenth; undefined without reviews. */
export const rating = (average: number | null, count: number): Thing | undefined =>
  average === null || count === 0
    ? undefined
    : {
        '@type': 'AggregateRating',
        ratingValue: Math.round(average * 10) / 10,
        reviewCount: count,
        bestRating: 5,
        worstRating: 1,
      };

export interface Step {
  name: string;
  url: string;
}

/** Breadcrumb from the home page. */
export function breadcrumb(site: SiteInfo, steps: readonly Step[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Accueil', url: absoluteUrl(site, paths.home) }, ...steps].map(
      ({ name, url }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: url,
      }),
    ),
  };
}
