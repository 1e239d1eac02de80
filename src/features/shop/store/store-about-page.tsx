// A shop's page about itself: hours, place, delivery.
import { useEffect, useMemo, useState } from 'react';
import { generatePath } from 'react-router-dom';
import type { Store } from '#contract/stores.ts';
import type { ShippingType } from '#contract/values.ts';
import { parisDay } from '#domain/dates.ts';
import { weekdayOf } from '#domain/open-when.ts';
import { closedWords, durationWords, formatHour, WEEKDAY_NAMES, windowsOf } from '#domain/opening-hours.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/reads/configuration.ts';
import { ShippingSign } from '#ui/catalogue/shipping-sign.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { MapOnTap } from '#ui/map/map.tsx';
import { PlainText } from '#ui/text/markdown.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './store-about-page.module.css';
import { useStore } from './store-layout.tsx';

const MAP_ZOOM = 10;
const weekdays = Object.keys(WEEKDAY_NAMES) as (keyof typeof WEEKDAY_NAMES)[];

export function StoreAboutPage() {
  const store = useStore();
  const siteName = useSiteName();
  const modes = Object.entries(store.availableStoreShippingTypes) as [ShippingType, string][];
  return (
    <>
      <PageMeta
        title={`${store.name} - à propos`}
        siteName={siteName}
        description={store.placeOfSales || store.description || undefined}
        path={generatePath(paths.storeAbout, { slug: store.slug })}
        image={store.images[0]?.['720_inset_path']}
      />
      <div className={styles.about}>
        <section>
          <h2>Où nous trouver</h2>
          <Where store={store} />
          <StoreMap store={store} />
          {store.placeOfSales !== '' && <PlainText text={store.placeOfSales} />}
        </section>
        <Opening store={store} />
        {modes.length > 0 && (
          <section>
            <h2>Retrait et livraison</h2>
            <ul className={styles.modes}>
              {modes.map(([type, name]) => (
                <li key={type}>
                  <ShippingSign type={type} />
                  {name}
                </li>
              ))}
            </ul>
            {store.paymentOnDelivery && (
              <PlainText text={store.paymentOnDeliveryInformation || 'Paiement à la livraison accepté.'} />
            )}
          </section>
        )}
        {store.additionalInformation !== '' && (
          <section>
            <h2>Bon à savoir</h2>
            <PlainText text={store.additionalInformation} />
          </section>
        )}
      </div>
    </>
  );
}

function Where({ store: { address, geoCoordinates } }: { store: Store }) {
  const place = geoCoordinates && `${geoCoordinates.latitude}/${geoCoordinates.longitude}`;
  return (
    <>
      <address className={styles.address}>
        {address.address1 && <span>{address.address1}</span>}
        {address.address2 && <span>{address.address2}</span>}
        <span>
          {address.postalCode} {address.city}
        </span>
      </address>
      {geoCoordinates && (
        <p>
          <a
            href={`https://www.openstreetmap.org/?mlat=${geoCoordinates.latitude}&mlon=${geoCoordinates.longitude}#map=15/${place}`}
            target="_blank"
            rel="noopener noreferrer"
            className={styles.way}
          >
            <Icon name="pin" size={20} />
            Voir sur OpenStreetMap
          </a>
        </p>
      )}
    </>
  );
}

function StoreMap({ store: { id, name, slug, geoCoordinates } }: { store: Store }) {
  const places = useMemo(
    () => (geoCoordinates ? [{ id, name, slug, ...geoCoordinates }] : []),
    [id, name, slug, geoCoordinates],
  );
  if (!geoCoordinates) return null;
  return <MapOnTap label={`Carte : ${name}`} places={places} center={geoCoordinates} zoom={MAP_ZOOM} />;
}

/** When it is open, when it is not, and how long an order takes. */
function Opening({ store }: { store: Store }) {
  const { openingHours, closedDays = [], preparationTime = null } = store;
  const [today, setToday] = useState<string | null>(null);
  // The server has drawn this on whatever day.
  useEffect(() => setToday(parisDay(new Date())), []);
  const ahead = closedDays.filter(({ to }) => today === null || to >= today);
  if (openingHours.length === 0 && ahead.length === 0 && preparationTime === null) return null;
  return (
    <section>
      <h2>Horaires</h2>
      {openingHours.length > 0 && <Hours store={store} today={today} />}
      {ahead.length > 0 && (
        <>
          <h3>Fermetures exceptionnelles</h3>
          <ul className={styles.closed}>
            {ahead
              .toSorted((a, b) => a.from.localeCompare(b.from))
              .map((days) => (
                <li key={`${days.from} ${days.to}`}>
                  <Icon name="calendar" size={20} />
                  <span>
                    Fermé {closedWords(days)}
                    {today !== null && days.from <= today && <strong> (en ce moment)</strong>}
                  </span>
                </li>
              ))}
          </ul>
        </>
      )}
      {preparationTime !== null && (
        <p className={styles.ready}>
          <Icon name="clock" size={20} />
          Temps de préparation&nbsp;: {durationWords(preparationTime)}
        </p>
      )}
    </section>
  );
}

/** The week, day by day, today marked; a day that no row names is closed. */
function Hours({ store, today }: { store: Store; today: string | null }) {
  const ofToday = today && weekdayOf(today);
  return (
    <dl className={styles.hours}>
      {weekdays.map((day) => {
        const windows = store.openingHours.filter((row) => row.days.includes(day)).flatMap(windowsOf);
        return (
          <div
            key={day}
            data-closed={windows.length === 0 ? '' : undefined}
            aria-current={day === ofToday ? 'date' : undefined}
          >
            <dt>{WEEKDAY_NAMES[day]}</dt>
            <dd>
              {windows.length === 0
                ? 'fermé'
                : windows.map(({ from, to }) => `${formatHour(from)} – ${formatHour(to)}`).join(', ')}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
