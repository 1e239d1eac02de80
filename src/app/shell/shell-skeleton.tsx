// Skeleton of the cached shell.
import states from '../loading/states.module.css';
import styles from './shell.module.css';

/** Reserves the place of header and heading until the browser renders the page. */
export function ShellSkeleton() {
  return (
    <main className={`${styles.main} ${states.state}`} aria-busy="true" aria-label="Chargement">
      <div className={states.shape} />
      <div className={states.shape} />
    </main>
  );
}
