// StopCard: place, hours, articles and actions of a stop.
import { type ReactNode, useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { GeoCoordinates } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { readyOn } from '#domain/orders/ready-from.ts';
import { amountLeft, itemsLeft } from '#domain/orders/refunded-order.ts';
import { collectionWords } from '#domain/orders/slot-words.ts';
import { isReady, shopperLabel } from '#domain/orders/store-order.ts';
import { itemText } from '#domain/round/round-file.ts';
import { orderNumber, type RoundStop } from '#domain/round/round-stops.ts';
import { awningColourOf } from '#domain/store.ts';
import { paths } from '#paths';
import { Awning } from '#ui/catalogue/awning.tsx';
import { AddressLinkButton, Button, IconButton, OutsideLinkButton } from '#ui/controls/button.tsx';
import { LazyCollectionCode } from '#ui/media/lazy-collection-code.tsx';
import { StateBadge } from '#ui/text/age.tsx';
import { directionsTo, legWords, notBeforeWords, visitHoursText } from './round-texts.ts';
import styles from './stop-card.module.css';

interface StopCardProps {
  stop: RoundStop;
  number: number;
  km: number | null;
  isFirst: boolean;
  /** Number of all stops. */
  count: number;
  now: Date;
  start: GeoCoordinates | null;
  onMove: (by: number) => void;
  onDone: (byKeyboard: boolean) => void;
}

export function StopCard({ stop, number, km, isFirst, count, now, start, onMove, onDone }: StopCardProps) {
  const { name, what, slug, address, information, parts } = stop;
  const notBefore = notBeforeWords(stop, now);
  return (
    <article className={styles.card} aria-labelledby={`stop-${stop.id}`}>
      <Awning slug={slug} size="small" />
      <header className={styles.header}>
        <span className={styles.number} data-awning={awningColourOf(slug)} aria-hidden="true">
          {number}
        </span>
        <div className={styles.title}>
          <h4 id={`stop-${stop.id}`}>
            <span className="visually-hidden">Arrêt {number}&nbsp;: </span>
            {name}
          </h4>
          <p className={styles.quiet}>
            {what}
            {km !== null && ` · ${legWords(km, number, isFirst)}`}
          </p>
        </div>
      </header>
      <div className={styles.facts}>
        <Opening stop={stop} now={now} />
        {notBefore && <p className={styles.notBefore}>{notBefore}</p>}
        {address.length > 0 && <address className={styles.address}>{address.join(', ')}</address>}
        {information && <p className={styles.quiet}>{information}</p>}
      </div>
      <ul className={styles.parts} aria-label="À prendre">
        {parts.map((part) => (
          <CollectedPart key={part.id} part={part} isTimeShown={notBefore !== null && parts.length === 1} />
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon="check" onClick={({ detail }) => onDone(detail === 0)}>
          <span>
            Récupéré<span className="visually-hidden">, {name}</span>
          </span>
        </Button>
        <Directions stop={stop} start={start} />
        {count > 1 && (
          <span className={styles.moves}>
            <Move label={`Avancer ${name}`} by={-1} off={number === 1} onMove={onMove} />
            <Move label={`Reculer ${name}`} by={1} off={number === count} onMove={onMove} />
          </span>
        )}
      </div>
    </article>
  );
}

function Opening({ stop, now }: { stop: RoundStop; now: Date }) {
  const words = visitHoursText(stop, now);
  if (!words) return <p className={styles.quiet}>Horaires non précisés</p>;
  return (
    <div className={styles.hours}>
      <p>
        <StateBadge tone={words.tone}>{words.state}</StateBadge>
        {words.next && <span>{words.next}</span>}
      </p>
      {words.hours && <p className={styles.quiet}>{words.hours}</p>}
    </div>
  );
}

/**
 * One order at the stop: its articles, code and payment.
 * @param isTimeShown the card shows the ready time already
 */
function CollectedPart({ part, isTimeShown }: { part: StoreOrder; isTimeShown: boolean }) {
  const { state, shippingType, orderPaymentOnDelivery, store } = part;
  const items = itemsLeft(part);
  const order = orderNumber(part);
  const isAtStore = shippingType === 'store';
  const ordered = new Date(part.createdAt);
  const planned = isAtStore && !isTimeShown ? collectionWords(part.slot, ordered) : null;
  const ready =
    isAtStore && !isReady(part) && !isTimeShown
      ? readyOn(
          store,
          ordered,
          items.map(({ product }) => product),
        )
      : null;
  return (
    <li className={styles.part}>
      <p className={styles.order}>
        <Link to={generatePath(paths.accountOrder, { id: order })}>Commande N°&nbsp;{order}</Link>
        <StateBadge tone={(isAtStore ? isReady(part) : state !== 'payed') ? 'green' : 'straw'}>
          {isAtStore ? shopperLabel(part) : SENT[state]}
        </StateBadge>
      </p>
      {!isAtStore && <p className={styles.quiet}>de {store.name}</p>}
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item['@id']}>
            {itemText(item)}
            {item.optionValues.length > 0 && (
              <span className={styles.quiet}> ({item.optionValues.map(({ name }) => name).join(', ')})</span>
            )}
          </li>
        ))}
      </ul>
      {(planned ?? ready) && <p className={styles.quiet}>{planned ?? ready}</p>}
      {orderPaymentOnDelivery && (
        <p className={styles.toPay}>À payer sur place&nbsp;: {formatCents(amountLeft(part))}</p>
      )}
      <Code part={part} />
    </li>
  );
}

/** The carrier or relay point does not report more. */
const SENT: Partial<Record<StoreOrder['state'], string>> = { shipped: 'En chemin ou arrivé' };

/** Folded, so that each store sees only its own code. */
function Code({ part }: { part: StoreOrder }): ReactNode {
  const [open, setOpen] = useState(false);
  const { short, code } = part.collection ?? {};
  if (!short) return null;
  if (!code) return <p className={styles.quiet}>Code de retrait&nbsp;: {short}</p>;
  return (
    <details className={styles.code} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Code de retrait <strong translate="no">{short}</strong>
      </summary>
      {open && <LazyCollectionCode order={part} />}
    </details>
  );
}

function Directions({ stop, start }: Pick<StopCardProps, 'stop' | 'start'>) {
  const isAndroid = /Android/.test(navigator.userAgent);
  const href = directionsTo(stop, { start, isAndroid });
  if (!href) return null;
  const label = (
    <span>
      Itinéraire<span className="visually-hidden"> vers {stop.name}</span>
    </span>
  );
  return href.startsWith('geo:') ? (
    <AddressLinkButton variant="secondary" icon="pin" href={href}>
      {label}
    </AddressLinkButton>
  ) : (
    <OutsideLinkButton variant="secondary" href={href}>
      {label}
    </OutsideLinkButton>
  );
}

function Move({ label, by, off, onMove }: { label: string; by: -1 | 1; off: boolean; onMove: (by: number) => void }) {
  return (
    <IconButton
      icon={by < 0 ? 'send' : 'down'}
      label={label}
      variant="outlined"
      data-move={by}
      // Not `disabled`, to keep the focus after moving it to the end.
      aria-disabled={off || undefined}
      onClick={() => off || onMove(by)}
    />
  );
}
