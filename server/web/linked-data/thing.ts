// Makes the things of schema.org that several pages need. Addresses are whole; what is not known is left out.
import type { Image } from '#contract/fields/values.ts';
import { paths } from '#paths';

/** A schema.org object. */
export interface Thing {
  '@type': string;
  [property: string]: unknown;
}

export interface Site {
  /** 'https://…', without a slash at the end. */
  origin: string;
  name: string;
  /** YYYY-MM-DD in Europe/Paris. */
  today: string;
}

export const whole = (site: Site, path: string) =>
  /^https?:/.test(path) ? path : `${site.origin}/${path.replace(/^\//, '')}`;

export const address = (site: Site, pattern: string, slug = '') =>
  whole(site, pattern.replace(':slug', encodeURIComponent(slug)));

/** Without the properties that are undefined, empty or an empty list. */
export function known<T extends Record<string, unknown>>(properties: T): Partial<T> {
  const entries = Object.entries(properties).filter(
    ([, value]) =>
      value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as Partial<T>;
}

export const pictures = (site: Site, images: readonly Image[]) =>
  images.map((image) => whole(site, image['1080_inset_path']));

export const webSite = (site: Site): Thing => ({ '@type': 'WebSite', name: site.name, url: whole(site, paths.home) });

/** 'Price' in schema.org's words. */
export const money = (cents: number) => (cents / 100).toFixed(2);

/** The rating of a product or shop, to the tenth that people see; nothing before the first review. */
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

/** The way from the home page down to this one. */
export function breadcrumb(site: Site, steps: readonly Step[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Accueil', url: whole(site, paths.home) }, ...steps].map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  };
}
