// Update prompt: offers a newer version of the app.
import { useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { applyUpdate, currentUpdate, putOffUpdate, subscribeToUpdates } from '../installation/service-worker-client.ts';
import styles from './prompts.module.css';

/** Waits for consent, so that forms are never interrupted. */
export function UpdatePrompt() {
  const update = useSyncExternalStore(subscribeToUpdates, currentUpdate, () => 'none');
  const [busy, setBusy] = useState(false);
  const apply = async () => {
    setBusy(true);
    await applyUpdate();
  };
  return (
    <div role="status">
      {update !== 'none' && (
        <aside className={styles.prompt} aria-label="Mise à jour">
          <p>
            {update === 'ready' ? 'Une nouvelle version est prête.' : 'Nouvelle version\u00a0: recharger'}
            <small> Ce que vous avez saisi est gardé.</small>
          </p>
          <Button busy={busy} onClick={apply}>
            {update === 'ready' ? 'Mettre à jour' : 'Recharger'}
          </Button>
          <Button variant="secondary" onClick={putOffUpdate}>
            Plus tard
          </Button>
        </aside>
      )}
    </div>
  );
}
