// Lazy loading of DownloadBundle: reserves its space, and loads its code after hydration.
import type { BundleKind } from '#contract/catalogue/offline-bundle.ts';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import styles from './lazy-download-bundle.module.css';

const takeAlong = lazyPart(() => import('./download-bundle.tsx'));

export function LazyDownloadBundle(thing: { kind: BundleKind; slug: string; name: string }) {
  return (
    <div className={styles.room}>
      <LazyPart part={takeAlong} props={thing} />
    </div>
  );
}
