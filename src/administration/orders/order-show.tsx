// Order page: who ordered what from whom, what was paid and given back, and its documents.
import { Fragment } from 'react';
import { useCanAccess } from 'react-admin';
import type { OperatorOrder } from '#contract/administration/orders.ts';
import { formatCents } from '#domain/money.ts';
import { Facts, Section } from '../frame/facts.tsx';
import { Instant } from '../frame/instant.tsx';
import { PlainTable } from '../frame/plain-table.tsx';
import { RecordPage } from '../frame/record-page.tsx';
import { RecordPathLink } from '../frame/record-path-link.tsx';
import { meansNames, paymentNames, refundProgress } from './order-texts.ts';
import { PartSection } from './part-section.tsx';

export const OrderShow = () => (
  <RecordPage<OperatorOrder> titleOf={({ number }) => `Commande n°\u00a0${number}`}>
    {(order) => (
      <>
        <Summary order={order} />
        {order.storeOrders.map((part) => (
          <PartSection key={part.id} part={part} />
        ))}
        <Payments order={order} />
        {order.refunds.length > 0 && <Refunds order={order} />}
      </>
    )}
  </RecordPage>
);

function Summary({ order: { buyer, createdAt, total, refunded, paymentOnDelivery } }: { order: OperatorOrder }) {
  const { canAccess } = useCanAccess({ resource: 'accounts', action: 'show' });
  const name = canAccess ? (
    <RecordPathLink resource="accounts" id={buyer.id}>
      {buyer.name}
    </RecordPathLink>
  ) : (
    buyer.name
  );
  return (
    <Section title="En bref">
      <Facts
        facts={[
          ['Client', name],
          ['Adresse e-mail', buyer.email],
          ['Passée', <Instant key="at" at={createdAt} />],
          ['Total', formatCents(total)],
          ...(refunded > 0 ? [['Remboursé', formatCents(refunded)] as const] : []),
          ['Paiement', paymentOnDelivery ? 'À la livraison ou au retrait' : 'En ligne'],
        ]}
      />
    </Section>
  );
}

const Payments = ({ order: { payments, paymentOnDelivery } }: { order: OperatorOrder }) => (
  <Section title="Paiements">
    {payments.length === 0 ? (
      <p>{paymentOnDelivery ? 'La boutique encaisse elle-même.' : 'Aucun paiement n’a été commencé.'}</p>
    ) : (
      <PlainTable
        label="Paiements"
        head={['Quand', 'État', 'Montant']}
        rows={payments.map(({ createdAt, amount, state, reference }) => ({
          key: createdAt,
          cells: [
            <Instant key="at" at={createdAt} />,
            [paymentNames[state], ...(reference === null ? [] : [`chez le prestataire\u00a0: ${reference}`])].join(
              ', ',
            ),
            formatCents(amount),
          ],
        }))}
      />
    )}
  </Section>
);

const Refunds = ({ order: { refunds } }: { order: OperatorOrder }) => (
  <Section title="Remboursements">
    <PlainTable
      label="Remboursements"
      head={['Quand et par qui', 'Comment', 'Montant']}
      rows={refunds.map((refund) => ({
        key: refund.createdAt,
        cells: [
          <Fragment key="at">
            <Instant at={refund.createdAt} />
            <div>{refund.madeBy ?? 'Automatique'}</div>
          </Fragment>,
          <Fragment key="how">
            {`${meansNames[refund.means]}. ${refundProgress(refund)}.`}
            {[refund.reason, refund.message].filter(Boolean).map((text) => (
              <div key={text}>{`«\u00a0${text}\u00a0»`}</div>
            ))}
          </Fragment>,
          formatCents(refund.amount),
        ],
      }))}
    />
  </Section>
);
