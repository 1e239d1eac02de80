// Placeholders of an area while its code is loading, or cannot be loaded.
import { Button } from '#ui/controls/button.tsx';
import { LoadingPage } from '#ui/states/loaded.tsx';
import styles from './states.module.css';

/** A static skeleton of the page's size. */
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
      <p>Elle se chargera dès que le réseau répondra. Votre panier et ce qui attend d’être envoyé sont conservés.</p>
      <Button onClick={onRetry}>Réessayer</Button>
    </section>
  );
}
