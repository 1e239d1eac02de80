// Requests page: everything the shopper has asked of stores, newest first, with what still waits on the device.
import type { SentRequest } from '#contract/merchant/received-requests.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { paths } from '#paths';
import { useUnsentRequests } from '#state/account/unsent-requests.ts';
import { useSiteName } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Empty, LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { Age } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import space from '../layout/account.module.css';
import styles from './requests-page.module.css';
import { SentCard } from './sent-card.tsx';
import { UnsentCard } from './unsent-card.tsx';

interface RequestsPageProps {
  userId: string;
  email: string;
}

export function RequestsPage({ userId, email }: RequestsPageProps) {
  const query = useApiQuery('users.requests', { params: { id: userId } });
  const unsent = useUnsentRequests();
  const siteName = useSiteName();
  return (
    <section className={space.section} aria-labelledby="requests-title">
      <PageMeta title="Mes demandes" siteName={siteName} noIndex />
      <div className={space.heading}>
        <h2 id="requests-title">Mes demandes</h2>
        {query.aged && <Age at={query.seenAt} />}
      </div>
      {unsent.length > 0 && (
        <ul className={styles.list} aria-label="Sur cet appareil">
          {unsent.map((request) => (
            <UnsentCard key={request.id} request={request} />
          ))}
        </ul>
      )}
      <Loaded query={query} what="requests" loading={<LineShapes count={6} />}>
        {(requests) => <SentList requests={requests} email={email} alone={unsent.length === 0} />}
      </Loaded>
    </section>
  );
}

interface SentListProps {
  requests: Collection<SentRequest>;
  email: string;
  /** Nothing waits on the device. */
  alone: boolean;
}

function SentList({ requests, email, alone }: SentListProps) {
  const { 'hydra:member': listed, 'hydra:totalItems': total } = requests;
  if (listed.length === 0) {
    return (
      alone && (
        <Empty
          title="Aucune demande pour le moment."
          action={<LinkButton to={paths.stores}>Découvrir les boutiques</LinkButton>}
        >
          Messages, devis, rendez-vous et alertes de stock que vous envoyez aux boutiques apparaîtront ici.
        </Empty>
      )
    );
  }
  return (
    <>
      <ul className={styles.list} aria-labelledby="requests-title">
        {listed.map((request) => (
          <SentCard key={request['@id']} request={request} email={email} />
        ))}
      </ul>
      {total > listed.length && (
        <p className={styles.quiet}>
          Les {listed.length} plus récentes sur {total}.
        </p>
      )}
    </>
  );
}
