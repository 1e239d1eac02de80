// Page of pending writes, /en-attente.
import { useSiteName } from '#state/api/configuration.ts';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { PendingList } from './pending-list.tsx';
import { SendAllButton } from './send-all-button.tsx';
import styles from './waiting-page.module.css';

const deviceFacts = lazyPart(() => import('./device-facts.tsx'));

export default function WaitingPage() {
  const siteName = useSiteName();
  return (
    <div className={`wrap ${styles.page}`}>
      <PageMeta title="En attente d’envoi" siteName={siteName} noIndex />
      <div className={styles.head}>
        <h1>En attente d’envoi</h1>
        <SendAllButton />
      </div>
      <PendingList />
      <LazyPart part={deviceFacts} props={{}} />
    </div>
  );
}
