// Round page 'Ma tournée': what to collect, as a list, map and calendar file, offline.
import { useSiteName } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { Age } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './round.module.css';
import { PlannedRound } from './round.tsx';

export default function RoundPage({ userId }: { userId: string }) {
  const query = useApiQuery('users.orders', { params: { id: userId } });
  const siteName = useSiteName();
  return (
    <section className={styles.page} aria-labelledby="round-title">
      <PageMeta title="Ma tournée" siteName={siteName} noIndex />
      <div className={styles.heading}>
        <h2 id="round-title">Ma tournée</h2>
        {query.aged && <Age at={query.seenAt} />}
      </div>
      <Loaded query={query} what="orders" loading={<LineShapes count={6} />}>
        {(orders) => <PlannedRound orders={orders['hydra:member']} userId={userId} />}
      </Loaded>
    </section>
  );
}
