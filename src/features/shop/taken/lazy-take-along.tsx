// The place of 'Garder pour hors connexion' on a page: its room is kept, its code comes once the page lives.
import type { TakenKind } from '#contract/taken.ts';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import styles from './lazy-take-along.module.css';

const takeAlong = lazyPart(() => import('./take-along.tsx'));

export function TakeAlong(thing: { kind: TakenKind; slug: string; name: string }) {
  return (
    <div className={styles.room}>
      <LazyPart part={takeAlong} props={thing} />
    </div>
  );
}
