// What stands in the place of an area whose code is on its way, or cannot be had.
import { Button } from '#ui/controls/button.tsx';
import { LoadingPage } from '#ui/states/loaded.tsx';
import styles from './states.module.css';

/** The page's code is on its way: a quiet shape of its size, nothing that turns. */
export function AreaLoading() {
  return (
    <LoadingPage>
      <div className={styles.state} role="status" aria-label="Chargement">
        <div className={styles.shape} />
        <div className={styles.shape} />
        <div className={styles.shape} />
      </div>
    </LoadingPage>
  );
}

export function AreaMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <section className={styles.state}>
      <h1>Cette page n’est pas encore sur cet appareil</h1>
      <p>Elle se chargera dès que le réseau répond. Votre panier et ce qui attend d’être envoyé sont conservés.</p>
      <Button onClick={onRetry}>Réessayer</Button>
    </section>
  );
}
