// WithdrawalNotices: what the customer gave up of this order ('rétractation'), and the answers of the store.
import { useState } from 'react';
import type { ContractWithdrawal } from '#contract/orders/contract-withdrawals.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { isUnderway } from '#domain/orders/store-order.ts';
import { EXCEPTION_WORDS, exceptionOf } from '#domain/orders/withdrawal-exception.ts';
import { mailLink } from '#domain/text/mail-link.ts';
import { formatDateTime, formatLongDay } from '#domain/time/dates.ts';
import { receiveGoods, useWithdrawals } from '#state/merchant-orders/withdrawals.ts';
import { toast } from '#state/page/flash.ts';
import { Button } from '#ui/controls/button.tsx';
import { useSingleWrite } from '../store/use-single-write.ts';
import { ANSWER_OFFLINE, RefundQuestion, RefusalQuestion } from './withdrawal-answers.tsx';
import styles from './withdrawal-notices.module.css';

export function WithdrawalNotices({ order }: { order: StoreOrder }) {
  const withdrawals = useWithdrawals(order.id, order.version);
  if (!withdrawals) return order.withdrawalDue ? <Unread due={order.withdrawalDue} /> : null;
  return withdrawals.map((withdrawal) => <Notice key={withdrawal.id} order={order} withdrawal={withdrawal} />);
}

/** For who prepares the order, and answers no customers. */
export const WithdrawalStop = () => (
  <section className={styles.notice} data-state="open" aria-label="Rétractation">
    <p>
      <b>Le client s’est rétracté.</b> N’envoyez et ne remettez rien de cette commande avant d’en avoir parlé à la
      vente.
    </p>
  </section>
);

/** Without a network only the day is known. */
function Unread({ due }: { due: string }) {
  return (
    <section className={styles.notice} data-state="open" aria-label="Rétractation">
      <p>
        <b>Votre client s’est rétracté.</b> À rembourser au plus tard le {formatLongDay(due)}. Le détail demande le
        réseau.
      </p>
    </section>
  );
}

interface NoticeProps {
  order: StoreOrder;
  withdrawal: ContractWithdrawal;
}

function Notice({ order, withdrawal }: NoticeProps) {
  const { id, name, email, reference, declaredAt, receivedAt, state, refundBy, goodsBackAt } = withdrawal;
  const [declared, received] = [formatDateTime(declaredAt), formatDateTime(receivedAt)];
  const title = `withdrawal-${id}`;
  return (
    <section className={styles.notice} data-state={state} aria-labelledby={title}>
      <h2 id={title}>
        {state === 'open' ? 'Votre client s’est rétracté' : 'Rétractation'} <small>{reference}</small>
      </h2>
      <Articles withdrawal={withdrawal} />
      <p>
        Déclarée par {name} (<a href={mailLink(email)}>{email}</a>) le {declared}
        {received !== declared && `, reçue le ${received}`}.
      </p>
      <Doubts withdrawal={withdrawal} />
      {goodsBackAt !== null && <p>Articles récupérés le {formatDateTime(goodsBackAt)}.</p>}
      {state === 'open' && (
        <>
          <p>
            <b>À rembourser au plus tard le {formatLongDay(refundBy)}</b>
            {isUnderway(order.state)
              ? '. N’expédiez pas ces articles.'
              : '. Vous pouvez attendre d’avoir récupéré les articles, ou la preuve de leur envoi.'}
          </p>
          <Answers order={order} withdrawal={withdrawal} />
        </>
      )}
      {state === 'refused' && <p>Refusée&nbsp;: {withdrawal.refusal}</p>}
      {state === 'refunded' && withdrawal.settledAt && <p>Remboursée le {formatDateTime(withdrawal.settledAt)}.</p>}
    </section>
  );
}

function Articles({ withdrawal: { items, words } }: Pick<NoticeProps, 'withdrawal'>) {
  if (items === null) {
    return (
      <p>Avec ses mots&nbsp;: «&nbsp;{words}&nbsp;». Cela peut concerner une autre boutique de la même commande.</p>
    );
  }
  return (
    <ul>
      {items.map(({ item, name, quantity, due = quantity }) => (
        <li key={item}>
          {quantity} × {name}
          {due < quantity && `, dont ${quantity - due} déjà remboursé${quantity - due > 1 ? 's' : ''}`}
        </li>
      ))}
    </ul>
  );
}

function Doubts({ withdrawal: { late, excepted, state } }: Pick<NoticeProps, 'withdrawal'>) {
  if (state !== 'open' || (!late && excepted.length === 0)) return null;
  return (
    <ul>
      {late && <li>Elle semble arriver après le délai de 14 jours.</li>}
      {excepted.map(({ name, exception }) => {
        const known = exceptionOf(exception);
        return (
          <li key={name}>
            {name}&nbsp;: exception possible{known && ` (${EXCEPTION_WORDS[known].short})`}.
          </li>
        );
      })}
    </ul>
  );
}

function Answers({ order, withdrawal }: NoticeProps) {
  const [asked, setAsked] = useState<'refund' | 'refusal' | null>(null);
  const { busy, run } = useSingleWrite();
  const receive = () =>
    run(async () => {
      const result = await receiveGoods(withdrawal.id);
      if (result.outcome === 'offline') toast(ANSWER_OFFLINE, 'error');
      if (result.outcome === 'refused') toast(result.message, 'error');
      return result;
    });
  return (
    <div className={styles.actions}>
      {withdrawal.goodsBackAt === null && !isUnderway(order.state) && (
        <Button variant="secondary" busy={busy} onClick={() => void receive()}>
          Articles récupérés
        </Button>
      )}
      <Button onClick={() => setAsked('refund')}>Rembourser</Button>
      <Button variant="quiet" onClick={() => setAsked('refusal')}>
        Refuser
      </Button>
      {asked === 'refund' && <RefundQuestion order={order} withdrawal={withdrawal} onClose={() => setAsked(null)} />}
      {asked === 'refusal' && <RefusalQuestion withdrawal={withdrawal} onClose={() => setAsked(null)} />}
    </div>
  );
}
