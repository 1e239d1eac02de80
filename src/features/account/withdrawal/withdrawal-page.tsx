// Withdrawal page ('rétractation'): gives up a contract, with an account or by the number of an order and an address.
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '#paths';
import { useWithdrawalChoice, type WithdrawalChoice } from '#state/account/contract-withdrawals.ts';
import { useSiteName } from '#state/api/configuration.ts';
import { useSession } from '#state/session/session.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { LineShapes, LoadingPage } from '#ui/states/loaded.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import space from '../layout/account.module.css';
import { DeclaredList } from './declared-list.tsx';
import { OwnOrders } from './own-orders.tsx';
import { WithdrawalForm } from './withdrawal-form.tsx';
import styles from './withdrawal-page.module.css';

/** The order in the address: `?commande=1002`. */
export function WithdrawalPage() {
  const [search] = useSearchParams();
  const typed = search.get('commande') ?? '';
  const number = /^[1-9]\d{0,8}$/.test(typed) ? typed : '';
  const { ready, user } = useSession();
  if (!ready) {
    return (
      <Frame>
        <LoadingPage>
          <LineShapes count={4} />
        </LoadingPage>
      </Frame>
    );
  }
  return (
    <Frame>
      {user && number === '' && <OwnOrders userId={user.user_id} />}
      {user && number !== '' ? <OwnOrder key={number} number={number} /> : <Guest number={number} />}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const siteName = useSiteName();
  return (
    <div className="wrap">
      <PageMeta title="Droit de rétractation" siteName={siteName} noIndex />
      <section className={`${space.section} ${styles.page}`} aria-labelledby="withdrawal-title">
        <h1 id="withdrawal-title">Renoncer au contrat</h1>
        <p className={space.hint}>
          Vous avez 14 jours après la réception de vos articles pour renoncer à votre achat, sans donner de raison. Vous
          les renvoyez à vos frais, et le commerçant vous rembourse.
        </p>
        {children}
      </section>
    </div>
  );
}

function Guest({ number }: { number: string }) {
  return <WithdrawalForm key={`guest ${number}`} number={number} choice={null} own={false} />;
}

/** An order of another account is a guest's: the buyer may have several accounts. */
function OwnOrder({ number }: { number: string }) {
  const { read, refetch } = useWithdrawalChoice(Number(number));
  // Counts the acknowledgements that the shopper has left for what follows.
  const [round, setRound] = useState(0);
  if (!read) return <LineShapes count={6} />;
  if (read.outcome === 'refused') return <Guest number={number} />;
  const choice: WithdrawalChoice | null = read.outcome === 'read' ? read.choice : null;
  return (
    <>
      {choice && <DeclaredList key={round} parts={choice.parts} isAsked={round > 0} />}
      {choice?.parts.every(({ items }) => items.every(({ quantity }) => quantity === 0)) ? (
        <p>
          {choice.parts.length === 0
            ? 'Cette commande n’est pas confirmée\u00a0: elle ne vous engage pas encore.'
            : 'Il n’y a plus rien à quoi renoncer dans cette commande.'}
        </p>
      ) : (
        <WithdrawalForm
          key={`${choice ? 'read' : 'unread'} ${round}`}
          number={number}
          choice={choice}
          own={true}
          onAcknowledged={() => {
            setRound(round + 1);
            refetch();
          }}
        />
      )}
      <p>
        <LinkButton variant="quiet" icon="left" to={paths.accountOrder.replace(':id', number)}>
          Commande n°&nbsp;{number}
        </LinkButton>
      </p>
    </>
  );
}
