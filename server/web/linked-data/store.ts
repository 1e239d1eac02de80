// Describes a shop as linked data.

import type { Review } from '#contract/catalogue/reviews.ts';
import type { Store } from '#contract/catalogue/stores.ts';
import { dialledPhone } from '#contract/fields/phone.ts';
import type { ClosedDays, OpeningHours } from '#contract/fields/values.ts';
import { isProductShop } from '#domain/store.ts';
import { windowsOf } from '#domain/time/opening-hours.ts';
import { paths } from '#paths';
import { address, breadcrumb, known, pictures, rating, type Site, type Step, type Thing, whole } from './thing.ts';

const COUNTRY = 'FR';

/** @param page the page of the shop below its own, if it is one */
export function storeThings(site: Site, store: Store, page: Step | null, reviews: readonly Review[] = []): Thing[] {
  const url = address(site, paths.store, store.slug);
  const { website, facebook, instagram, twitter, snapchat } = store;
  const links = [website, facebook, instagram, twitter, snapchat];
  return [
    {
      // A salon or a studio sells nothing over the counter.
      '@type': isProductShop(store) && store.productCount > 0 ? 'Store' : 'LocalBusiness',
      '@id': `${url}#boutique`,
      ...known({
        name: store.name,
        url,
        description: store.description,
        image: pictures(site, store.images),
        logo: store.logo ? whole(site, store.logo['480_inset_path']) : undefined,
        telephone: store.phoneNumber && dialledPhone(store.phoneNumber.value),
        address: addressOf(store),
        geo: store.geoCoordinates ? { '@type': 'GeoCoordinates', ...store.geoCoordinates } : undefined,
        openingHoursSpecification: store.openingHours.flatMap(hoursOf),
        specialOpeningHoursSpecification: (store.closedDays ?? []).map(closedOn),
        aggregateRating: rating(store.averageRating, store.reviewCount),
        review: reviews.map(reviewOf),
        sameAs: links.filter((link) => link?.startsWith('https://')),
        currenciesAccepted: 'EUR',
      }),
    },
    breadcrumb(site, [
      { name: 'Galerie Marchande', url: address(site, paths.stores) },
      { name: store.name, url },
      ...(page ? [page] : []),
    ]),
  ];
}

function addressOf({ address: { address1, address2, postalCode, city } }: Store): Thing {
  const street = [address1, address2].filter((line) => line !== '').join(', ');
  return {
    '@type': 'PostalAddress',
    ...known({ streetAddress: street, postalCode, addressLocality: city, addressCountry: COUNTRY }),
  };
}

/** '0930' → '09:30'. */
const clock = (hour: string) => `${hour.slice(0, 2)}:${hour.slice(2, 4)}`;
const english = (day: OpeningHours['days'][number]) => `https://schema.org/${day[0]?.toUpperCase()}${day.slice(1)}`;

function hoursOf(row: OpeningHours): Thing[] {
  if (row.days.length === 0) return [];
  return windowsOf(row).map(({ from, to }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: row.days.map(english),
    opens: clock(from),
    closes: clock(to),
  }));
}

/** Opening and closing at midnight is how a closed day is said. */
const closedOn = ({ from, to }: ClosedDays): Thing => ({
  '@type': 'OpeningHoursSpecification',
  validFrom: from,
  validThrough: to,
  opens: '00:00',
  closes: '00:00',
});

const reviewOf = ({ author, rating: stars, text, createdAt }: Review): Thing => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: author },
  reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5, worstRating: 1 },
  datePublished: createdAt.slice(0, 10),
  ...known({ reviewBody: text }),
});
