// The place of 'Garder pour hors connexion' on a page: its room is kept, its code comes once the page lives.
import type { TakenKind } from '#contract/catalogue/offline-bundle.ts';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import styles from './lazy-download-bundle.module.css';

const takeAlong = lazyPart(() => import('./download-bundle.tsx'));

export function TakeAlong(thing: { kind: TakenKind; slug: string; name: string }) {
  return (
    <div className={styles.room}>
      <LazyPart part={takeAlong} props={thing} />
    </div>
  );
}
