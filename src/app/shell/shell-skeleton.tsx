import styles from '../app.module.css';

/** Stands in the shell until the browser draws the page: the place of the header and of a first heading. */
export function ShellSkeleton() {
  return (
    <main className={`${styles.main} ${styles.state}`} aria-busy="true" aria-label="Chargement">
      <div className={styles.shape} />
      <div className={styles.shape} />
    </main>
  );
}
