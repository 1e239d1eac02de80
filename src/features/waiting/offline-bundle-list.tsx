// OfflineBundleList: downloaded bundles with size, state and actions, on the panel of stored data.
import { generatePath, Link } from 'react-router-dom';
import type { OfflineBundle } from '#contract/catalogue/offline-bundle.ts';
import { bundleState, bundleStatusText, townSlug } from '#domain/offline-bundle.ts';
import { formatSize } from '#domain/text/size.ts';
import type { Town } from '#domain/towns.ts';
import { paths } from '#paths';
import { useTowns } from '#state/api/towns.ts';
import { requestBundleDownload, requestBundleRemoval, useOfflineBundles } from '#state/device/offline-bundle.ts';
import { Button } from '#ui/controls/button.tsx';
import styles from './offline-bundle-list.module.css';

/** Nothing without bundles. */
export function OfflineBundleList() {
  const things = useOfflineBundles();
  if (!things || things.length === 0) return null;
  return (
    <section aria-labelledby="garde-hors-connexion">
      <h3 id="garde-hors-connexion" className={styles.title}>
        Gardé hors connexion
      </h3>
      <ul>
        {things.map((thing) => (
          <Row key={`${thing.kind} ${thing.slug}`} thing={thing} />
        ))}
      </ul>
    </section>
  );
}

function pathOf({ kind, slug }: OfflineBundle, towns: readonly Town[]): string {
  if (kind === 'store') return generatePath(paths.store, { slug });
  if (kind === 'category') return generatePath(paths.category, { slug });
  const town = towns.find(({ name }) => townSlug(name) === slug);
  const position = town && new URLSearchParams({ position: `${town.latitude},${town.longitude},${town.name}` });
  return position ? `${paths.stores}?${position}` : paths.stores;
}

const AGAIN = { whole: 'Mettre à jour', broken: 'Reprendre', full: 'Réessayer' } as const;

function Row({ thing }: { thing: OfflineBundle }) {
  const towns = useTowns();
  const state = bundleState(thing);
  const words = bundleStatusText(thing);
  const isMoving = state === 'taking' || state === 'waiting';
  return (
    <li className={styles.thing} data-state={state}>
      <div className={styles.what}>
        <Link to={pathOf(thing, towns)}>{thing.name}</Link>
        <span className={styles.how} role="status">
          {state === 'taking' ? (
            <>
              <span aria-hidden="true">{words}</span>
              <progress aria-label={thing.name} value={thing.done} max={thing.total} />
            </>
          ) : (
            words
          )}
          {thing.bytes > 0 && ` · environ ${formatSize(thing.bytes)}`}
        </span>
      </div>
      <div className={styles.ways}>
        {!isMoving && (
          <Button
            variant="quiet"
            aria-label={`${AGAIN[state]}\u00a0: ${thing.name}`}
            onClick={() => requestBundleDownload(thing, thing.bytes)}
          >
            {AGAIN[state]}
          </Button>
        )}
        <Button variant="quiet" aria-label={`Retirer\u00a0: ${thing.name}`} onClick={() => requestBundleRemoval(thing)}>
          Retirer
        </Button>
      </div>
    </li>
  );
}
