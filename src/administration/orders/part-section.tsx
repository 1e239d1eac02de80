// Part of an order: what one store delivers, with its documents, and a refund by the market.
import DescriptionIcon from '@mui/icons-material/DescriptionOutlined';
import { Stack } from '@mui/material';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatCents } from '#domain/money.ts';
import { hasReached } from '#domain/orders/order-states.ts';
import { amountOf, isNothingLeft } from '#domain/orders/refund.ts';
import { leftOfOrder } from '#domain/orders/refund-of-order.ts';
import { refundedUnits } from '#domain/orders/refunded-order.ts';
import { merchantLabel } from '#domain/orders/store-order.ts';
import { CallButton } from '../frame/call-button.tsx';
import { Facts, Section } from '../frame/facts.tsx';
import { PlainTable } from '../frame/plain-table.tsx';
import { useMayCall } from '../frame/use-may-call.ts';
import { call } from '../session/current.ts';
import { RefundForm } from './refund-form.tsx';

export function PartSection({ part }: { part: StoreOrder }) {
  return (
    <Section title={`${part.store.name}, n°\u00a0${part.id}`}>
      <Facts facts={factsOf(part)} />
      <Lines part={part} />
      <Documents part={part} />
      <Refund part={part} />
    </Section>
  );
}

const nameAndPhone = ({ firstName, lastName, phoneNumber }: StoreOrder) =>
  [`${firstName} ${lastName}`.trim(), phoneNumber].filter(Boolean).join(', ');

function factsOf(part: StoreOrder) {
  const { address1, address2, postalCode, city } = part.address;
  const place = [address1, address2, `${postalCode} ${city}`.trim()].filter(Boolean).join('\n');
  const delivery = part.shippingType === null ? undefined : part.availableShippingTypes[part.shippingType];
  return [
    ['État', merchantLabel(part)],
    ...(delivery === undefined ? [] : [['Livraison', delivery] as const]),
    ...(nameAndPhone(part) === '' ? [] : [['Pour', nameAndPhone(part)] as const]),
    ...(place === '' ? [] : [['Adresse', place] as const]),
    ...(part.trackingCode === null ? [] : [['Suivi', part.trackingCode] as const]),
  ] as const;
}

function Lines({ part }: { part: StoreOrder }) {
  const discount = part.totalBeforeDiscount.amount - part.total.amount;
  const sums = [
    ...(discount > 0 ? [['Réduction', '', formatCents(-discount)]] : []),
    ...(part.shippingFees.amount > 0 ? [['Livraison', '', formatCents(part.shippingFees.amount)]] : []),
    ['Total', '', formatCents(part.total.amount)],
  ];
  const lines = part.items.map((item) => {
    const back = refundedUnits(part, item['@id']);
    const name = [item.product.name, ...item.optionValues.map((value) => value.name)].join(', ');
    const units = back > 0 ? `${item.quantity}, dont ${back} remboursé${back > 1 ? 's' : ''}` : item.quantity;
    return { key: item['@id'], cells: [name, units, formatCents(item.total.amount)] };
  });
  return (
    <PlainTable
      label={`Articles de ${part.store.name}`}
      head={['Article', 'Quantité', 'Montant']}
      rows={[...lines, ...sums.map((cells) => ({ key: cells[0] ?? '', cells }))]}
      numbers={2}
      hasSum
    />
  );
}

const documentNames = { invoice: 'Facture', 'credit-note': 'Avoir' };

function Documents({ part: { documents = [] } }: { part: StoreOrder }) {
  if (documents.length === 0) return null;
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
      {documents.map(({ id, kind, number }) => (
        <CallButton
          key={id}
          startIcon={<DescriptionIcon />}
          run={async () => location.assign((await call('administration.document', { params: { id } })).url)}
        >
          {`${documentNames[kind]} ${number} (PDF)`}
        </CallButton>
      ))}
    </Stack>
  );
}

/** Nothing for an order that is not paid, of which nothing is left, or for who may not. */
function Refund({ part }: { part: StoreOrder }) {
  const mayRefund = useMayCall('administration.refund');
  const left = leftOfOrder(part);
  if (!mayRefund || !hasReached(part.state, 'payed') || part.state === 'canceled') return null;
  if (isNothingLeft(left) && amountOf(left) === 0) return null;
  return <RefundForm key={part.version} part={part} left={left} />;
}
