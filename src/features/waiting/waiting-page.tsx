import { useSiteName } from '#state/configuration.ts';
import { useConnectivity } from '#state/connectivity.ts';
import { lineCount, useTray } from '#state/pending.ts';
import { PageMeta } from '#ui/page-meta.tsx';
import { SendAllButton } from './send-all-button.tsx';
import { standing, Tray } from './tray.tsx';
import styles from './waiting-page.module.css';

/** What waits to be sent, at an address of its own. */
export default function WaitingPage() {
  const siteName = useSiteName();
  const tray = useTray();
  const connectivity = useConnectivity();
  return (
    <div className={`wrap ${styles.page}`}>
      <PageMeta title="En attente d’envoi" siteName={siteName} noIndex />
      <div className={styles.head}>
        <div>
          <h1>En attente d’envoi</h1>
          {tray.ready && lineCount(tray) > 0 && (
            <p className={styles.standing} role="status">
              {standing(connectivity, tray.waiting.length)}
            </p>
          )}
        </div>
        <SendAllButton />
      </div>
      <Tray />
    </div>
  );
}
