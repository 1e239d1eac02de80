// NearStores: the store row with opening state and distance, known by the device only.

import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { DIRECTORY } from '#contract/reads.ts';
import { distanceKm, formatDistance } from '#domain/geo.ts';
import { ofName } from '#domain/text/elision.ts';
import { type Openness, opennessOf, shortOpenness } from '#domain/time/open-when.ts';
import { useApiQuery } from '#state/api/query.ts';
import { useTowns } from '#state/api/towns.ts';
import { askDevicePosition, useChooseTown, useChosenTown, useOrigin } from '#state/device/geolocation.ts';
import { StoreTile, StoreTileRow } from '#ui/catalogue/store-tile.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { AgeOf } from '#ui/text/age.tsx';
import { Section } from '#ui/text/section.tsx';
import { useNow } from '#ui/text/use-now.ts';
import { AllStores } from './all-stores.tsx';
import styles from './near-stores.module.css';

const MINUTE_MS = 60_000;
const SHOWN = 8;

interface NearStore {
  store: StoreSummary;
  openness: Openness | null;
  /** Kilometres; null if unknown. */
  distance: number | null;
}

export default function NearStores({ stores }: { stores: readonly StoreSummary[] }) {
  const origin = useOrigin();
  const town = useChosenTown();
  const now = useNow(MINUTE_MS);
  const directory = useApiQuery(...DIRECTORY, { enabled: origin !== null });
  const all = (origin && directory.data?.['hydra:member']) || stores;
  const entries = all.map(
    (store): NearStore => ({
      store,
      openness: now === null ? null : opennessOf({ openingHours: [], ...store }, new Date(now)),
      distance: origin && store.geoCoordinates ? distanceKm(origin, store.geoCoordinates) : null,
    }),
  );
  return (
    <Section title={origin ? `Près ${town ? ofName(town) : 'de vous'}` : 'Nos commerçants'}>
      <AllStores>
        <Around />
      </AllStores>
      {origin && <AgeOf query={directory} />}
      <StoreTileRow>
        {(origin ? nearestOpenFirst(entries) : entries).slice(0, SHOWN).map(({ store, openness, distance }) => (
          <StoreTile key={store.id} store={store} distance={distance === null ? null : formatDistance(distance)}>
            {openness && <span className={openness.open ? styles.open : undefined}>{shortOpenness(openness)}</span>}
          </StoreTile>
        ))}
      </StoreTileRow>
    </Section>
  );
}

/** Open stores first, nearest first in each part; stores without hours count as closed. */
function nearestOpenFirst(entries: readonly NearStore[]): NearStore[] {
  const far = ({ distance }: NearStore) => distance ?? Number.MAX_VALUE;
  const closed = ({ openness }: NearStore) => (openness?.open ? 0 : 1);
  return entries.toSorted((one, other) => closed(one) - closed(other) || far(one) - far(other));
}

/** Shares the choice of the search bar. */
function Around() {
  const towns = useTowns();
  const town = useChosenTown();
  const choose = useChooseTown();
  return (
    <span className={styles.around}>
      <Icon name="pin" size={18} />
      <select
        aria-label="Autour de"
        value={town ?? ''}
        onChange={({ target: { value } }) => {
          choose(value || null);
          if (value === '') askDevicePosition();
        }}
      >
        <option value="">Ma position</option>
        {towns.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </span>
  );
}
