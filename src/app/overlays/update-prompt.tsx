import { useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';
import styles from '../app.module.css';
import { applyUpdate, dismissUpdate, subscribeToUpdates, updateWaits } from '../service-worker-client.ts';

/** A newer version is on the device and waits for consent; half-filled forms are never taken away. */
export function UpdatePrompt() {
  const waits = useSyncExternalStore(subscribeToUpdates, updateWaits, () => false);
  if (!waits) return null;
  return (
    <aside className={styles.prompt} aria-label="Mise à jour">
      <p>Une nouvelle version est prête.</p>
      <Button onClick={applyUpdate}>Mettre à jour</Button>
      <Button variant="secondary" onClick={dismissUpdate}>
        Plus tard
      </Button>
    </aside>
  );
}
