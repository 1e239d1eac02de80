// People page: who works for the store, invitations, roles.
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { MAX_STORE_PEOPLE, type StorePerson } from '#contract/merchant/store-people.ts';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { type PeopleRead, readPeople } from '#state/merchant/store-people.ts';
import { useConnectivity } from '#state/page/connectivity.ts';
import { useSession } from '#state/session/session.ts';
import { Icon } from '#ui/controls/icon.tsx';
import { Empty, LineShapes, RetryButton } from '#ui/states/loaded.tsx';
import { OfflineState } from '#ui/states/offline-state.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import { InvitationForm } from './invitation-form.tsx';
import styles from './people-page.module.css';
import { PersonCard } from './person-card.tsx';

/** A failure without a message of the server. */
const failed = (failure: unknown): PeopleRead => {
  console.error(failure);
  return { outcome: 'refused', message: UNEXPECTED_FAILURE, violations: [] };
};

/** The list, read again when the network is back. */
function usePeople(storeId: string) {
  const { online } = useConnectivity();
  const [people, setPeople] = useState<readonly StorePerson[] | null>(null);
  const [problem, setProblem] = useState<Exclude<PeopleRead, { outcome: 'read' }> | null>(null);
  const read = useCallback(async () => {
    const result = await readPeople(storeId).catch(failed);
    if (result.outcome === 'read') setPeople(result.people);
    setProblem(result.outcome === 'read' ? null : result);
  }, [storeId]);
  useEffect(() => {
    if (online) void read();
  }, [online, read]);
  return { online, people, problem, read, setPeople };
}

export function PeoplePage({ storeId }: { storeId: string }) {
  const siteName = useSiteName();
  const { user } = useSession();
  const { online, people, problem, read, setPeople } = usePeople(storeId);
  const owners = people?.filter(({ role, state }) => role === 'owner' && state === 'member').length ?? 0;
  return (
    <>
      <PageMeta title="Équipe" siteName={siteName} noIndex />
      <header className={styles.head}>
        <h1>Équipe</h1>
        <p className={styles.lead}>
          Chacun travaille avec son propre compte, et ne voit que ce que son rôle demande. Pour qu’un mot de passe volé
          ne suffise pas, chacun peut aussi mettre en place une{' '}
          <Link to={paths.accountProfile}>double authentification</Link>.
        </p>
      </header>
      {people && !online && (
        <p className={styles.offline} role="status">
          <Icon name="offline" size={20} />
          <span>Hors connexion&nbsp;: il faut du réseau pour changer l’équipe. Ce que vous saisissez reste ici.</span>
        </p>
      )}
      {people ? (
        <div className={styles.parts}>
          <ul className={styles.people} aria-label="Personnes de la boutique">
            {people.map((person) => (
              <li key={person.id}>
                <PersonCard
                  storeId={storeId}
                  person={person}
                  isYou={person.id === user?.user_id}
                  isLastOwner={person.state === 'member' && person.role === 'owner' && owners === 1}
                  onRead={setPeople}
                />
              </li>
            ))}
          </ul>
          {people.length < MAX_STORE_PEOPLE ? (
            <InvitationForm storeId={storeId} onRead={setPeople} />
          ) : (
            <p className={styles.quiet}>
              Votre équipe compte {MAX_STORE_PEOPLE} personnes, invitations comprises&nbsp;: c’est le plus possible.
            </p>
          )}
        </div>
      ) : (
        <Unread problem={problem} isOffline={!online} onRetry={() => void read()} />
      )}
    </>
  );
}

interface UnreadProps {
  problem: Exclude<PeopleRead, { outcome: 'read' }> | null;
  isOffline: boolean;
  onRetry(): void;
}

function Unread({ problem, isOffline, onRetry }: UnreadProps) {
  if (isOffline || problem?.outcome === 'offline') {
    return <OfflineState onRetry={onRetry}>L’équipe s’affichera dès que le réseau répondra.</OfflineState>;
  }
  if (!problem) return <LineShapes count={5} />;
  return <Empty title={problem.message} action={<RetryButton onRetry={onRetry} />} />;
}
