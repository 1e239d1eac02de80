// Structured data of a store.

import type { Review } from '#contract/catalogue/reviews.ts';
import type { Store } from '#contract/catalogue/stores.ts';
import { dialledPhone } from '#contract/fields/phone.ts';
import type { ClosedDays, OpeningHours } from '#contract/fields/values.ts';
import { isProductStore } from '#domain/store.ts';
import { windowsOf } from '#domain/time/opening-hours.ts';
import { paths } from '#paths';
import {
  absoluteUrl,
  breadcrumb,
  omitEmpty,
  pageUrl,
  pictureUrls,
  rating,
  type SiteInfo,
  type Step,
  type Thing,
} from './thing.ts';

const COUNTRY = 'FR';

/** @param page subpage of the store, or null */
export function storeThings(site: SiteInfo, store: Store, page: Step | null, reviews: readonly Review[] = []): Thing[] {
  const url = pageUrl(site, paths.store, store.slug);
  const { website, facebook, instagram, twitter, snapchat } = store;
  const links = [website, facebook, instagram, twitter, snapchat];
  return [
    {
      // Service businesses such as salons sell no products.
      '@type': isProductStore(store) && store.productCount > 0 ? 'Store' : 'LocalBusiness',
      '@id': `${url}#boutique`,
      ...omitEmpty({
        name: store.name,
        url,
        description: store.description,
        image: pictureUrls(site, store.images),
        logo: store.logo ? absoluteUrl(site, store.logo['480_inset_path']) : undefined,
        telephone: store.phoneNumber && dialledPhone(store.phoneNumber.value),
        address: postalAddress(store),
        geo: store.geoCoordinates ? { '@type': 'GeoCoordinates', ...store.geoCoordinates } : undefined,
        openingHoursSpecification: store.openingHours.flatMap(openingHoursThings),
        specialOpeningHoursSpecification: (store.closedDays ?? []).map(closedDaysThing),
        aggregateRating: rating(store.averageRating, store.reviewCount),
        review: reviews.map(reviewThing),
        sameAs: links.filter((link) => link?.startsWith('https://')),
        currenciesAccepted: 'EUR',
      }),
    },
    breadcrumb(site, [
      { name: 'Galerie Marchande', url: pageUrl(site, paths.stores) },
      { name: store.name, url },
      ...(page ? [page] : []),
    ]),
  ];
}

function postalAddress({ address: { address1, address2, postalCode, city } }: Store): Thing {
  const street = [address1, address2].filter((line) => line !== '').join(', ');
  return {
    '@type': 'PostalAddress',
    ...omitEmpty({ streetAddress: street, postalCode, addressLocality: city, addressCountry: COUNTRY }),
  };
}

/** '0930' → '09:30'. */
const formatClock = (hour: string) => `${hour.slice(0, 2)}:${hour.slice(2, 4)}`;
const dayOfWeek = (day: OpeningHours['days'][number]) => `https://schema.org/${day[0]?.toUpperCase()}${day.slice(1)}`;

function openingHoursThings(row: OpeningHours): Thing[] {
  if (row.days.length === 0) return [];
  return windowsOf(row).map(({ from, to }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: row.days.map(dayOfWeek),
    opens: formatClock(from),
    closes: formatClock(to),
  }));
}

/** Opening and closing at midnight means closed. */
const closedDaysThing = ({ from, to }: ClosedDays): Thing => ({
  '@type': 'OpeningHoursSpecification',
  validFrom: from,
  validThrough: to,
  opens: '00:00',
  closes: '00:00',
});

const reviewThing = ({ author, rating: stars, text, createdAt }: Review): Thing => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: author },
  reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5, worstRating: 1 },
  datePublished: createdAt.slice(0, 10),
  ...omitEmpty({ reviewBody: text }),
});
