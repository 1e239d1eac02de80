// What the shell shows until the browser draws the page.
import states from '../loading/states.module.css';
import styles from './shell.module.css';

/** Stands in the shell until the browser draws the page: the place of the header and of a first heading. */
export function ShellSkeleton() {
  return (
    <main className={`${styles.main} ${states.state}`} aria-busy="true" aria-label="Chargement">
      <div className={states.shape} />
      <div className={states.shape} />
    </main>
  );
}
