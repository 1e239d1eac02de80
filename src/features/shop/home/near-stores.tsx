// The row of stalls with what only the device knows: which are open at this hour, and which are near.

import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { DIRECTORY } from '#contract/reads.ts';
import { distanceKm, formatDistance, TOWNS } from '#domain/geo.ts';
import { type Openness, opennessOf, shortOpenness } from '#domain/time/open-when.ts';
import { useApiQuery } from '#state/api/query.ts';
import { askDevicePosition, useChooseTown, useChosenTown, useOrigin } from '#state/device/geolocation.ts';
import { StallCard, StallRow } from '#ui/catalogue/store-tile.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { AgeOf } from '#ui/text/age.tsx';
import { Section } from '#ui/text/section.tsx';
import { useNow } from '#ui/text/use-now.ts';
import { AllStores } from './all-stores.tsx';
import styles from './near-stores.module.css';

const MINUTE_MS = 60_000;
const SHOWN = 8;

interface Stall {
  store: StoreSummary;
  openness: Openness | null;
  /** Kilometres; null when nobody knows. */
  away: number | null;
}

export default function NearStalls({ stores }: { stores: readonly StoreSummary[] }) {
  const origin = useOrigin();
  const town = useChosenTown();
  const now = useNow(MINUTE_MS);
  const directory = useApiQuery(...DIRECTORY, { enabled: origin !== null });
  const all = (origin && directory.data?.['hydra:member']) || stores;
  const stalls = all.map(
    (store): Stall => ({
      store,
      openness: now === null ? null : opennessOf({ openingHours: [], ...store }, new Date(now)),
      away: origin && store.geoCoordinates ? distanceKm(origin, store.geoCoordinates) : null,
    }),
  );
  return (
    <Section title={origin ? `Près ${town ? ofTown(town) : 'de vous'}` : 'Nos commerçants'}>
      <AllStores>
        <Around />
      </AllStores>
      {origin && <AgeOf query={directory} />}
      <StallRow>
        {(origin ? nearestOpenFirst(stalls) : stalls).slice(0, SHOWN).map(({ store, openness, away }) => (
          <StallCard key={store.id} store={store} distance={away === null ? null : formatDistance(away)}>
            {openness && <span className={openness.open ? styles.open : undefined}>{shortOpenness(openness)}</span>}
          </StallCard>
        ))}
      </StallRow>
    </Section>
  );
}

/** The open ones first, each part nearest first; one that says no hours stands with the closed ones. */
function nearestOpenFirst(stalls: readonly Stall[]): Stall[] {
  const far = ({ away }: Stall) => away ?? Number.MAX_VALUE;
  const closed = ({ openness }: Stall) => (openness?.open ? 0 : 1);
  return stalls.toSorted((one, other) => closed(one) - closed(other) || far(one) - far(other));
}

/** 'd’Etain', 'de Verdun'. */
const ofTown = (town: string) => (/^[AEIOUYÉÈH]/.test(town) ? `d’${town}` : `de ${town}`);

/** The same choice as in the search bar. */
function Around() {
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
        {TOWNS.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </span>
  );
}
