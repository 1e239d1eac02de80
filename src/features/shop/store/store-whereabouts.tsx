// Location and opening hours of a store: on its about page, and on wide screens beside its forms.
import { Fragment, useEffect, useState } from 'react';
import type { Store } from '#contract/catalogue/stores.ts';
import { parisDay } from '#domain/time/dates.ts';
import { weekdayOf } from '#domain/time/open-when.ts';
import { closedWords, durationWords, formatHour, WEEKDAY_NAMES, windowsOf } from '#domain/time/opening-hours.ts';
import { Icon } from '#ui/controls/icon.tsx';
import styles from './store-whereabouts.module.css';

const weekdays = Object.keys(WEEKDAY_NAMES) as (keyof typeof WEEKDAY_NAMES)[];

/** Address and map link. */
export function StoreLocation({ store: { address, geoCoordinates } }: { store: Store }) {
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

/** Opening hours, closures and order delay; nothing without any. `level`: heading level. */
export function StoreOpening({ store, level }: { store: Store; level: 2 | 3 }) {
  const { openingHours, closedDays = [], preparationTime = null } = store;
  const [Title, Under] = level === 2 ? (['h2', 'h3'] as const) : (['h3', 'h4'] as const);
  const [today, setToday] = useState<string | null>(null);
  // The server's date may differ.
  useEffect(() => setToday(parisDay(new Date())), []);
  const ahead = closedDays.filter(({ to }) => today === null || to >= today);
  if (openingHours.length === 0 && ahead.length === 0 && preparationTime === null) return null;
  return (
    <section className={styles.opening}>
      <Title>Horaires</Title>
      {openingHours.length > 0 && <Hours store={store} today={today} />}
      {ahead.length > 0 && (
        <>
          <Under>Fermetures exceptionnelles</Under>
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
                : windows.map(({ from, to }, index) => (
                    <Fragment key={from}>
                      {index > 0 && ' '}
                      <span>
                        {formatHour(from)} – {formatHour(to)}
                        {index < windows.length - 1 && ','}
                      </span>
                    </Fragment>
                  ))}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
