// Payouts of a store: what it is owed, and its statements by month.
import { Stack } from '@mui/material';
import type { OperatorStore } from '#contract/administration/stores.ts';
import { formatCents } from '#domain/money.ts';
import { CallButton } from '../frame/call-button.tsx';
import { Facts, Section } from '../frame/facts.tsx';
import { monthName } from '../frame/month-name.ts';
import { PlainTable } from '../frame/plain-table.tsx';
import { call } from '../session/current.ts';

export function PayoutSection({ store: { id, payouts } }: { store: OperatorStore }) {
  const { owed, pending, months } = payouts;
  const late = pending.filter((transfer) => transfer.late);
  const open = (month: string, format: 'csv' | 'pdf') => async () =>
    location.assign((await call('administration.statement', { params: { id }, query: { month, format } })).url);
  return (
    <Section title="Versements">
      <Facts
        facts={[
          ['À verser', formatCents(owed)],
          ...(pending.length > 0
            ? [['En route', formatCents(pending.reduce((sum, { amount }) => sum + amount, 0))] as const]
            : []),
          ...(late.length > 0
            ? [
                [
                  'Refusés par le prestataire',
                  late.map(({ storeOrder }) => `n°\u00a0${storeOrder}`).join(', '),
                ] as const,
              ]
            : []),
        ]}
      />
      {months.length > 0 && (
        <PlainTable
          label="Relevés par mois"
          head={['Mois', 'Relevé', 'Ventes en ligne', 'Solde']}
          numbers={2}
          rows={months.map(({ month, online, balance }) => ({
            key: month,
            cells: [
              monthName(month),
              <Stack key="files" direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
                {(['pdf', 'csv'] as const).map((format) => (
                  <CallButton
                    key={format}
                    variant="text"
                    aria-label={`Relevé de ${monthName(month)} en ${format.toUpperCase()}`}
                    run={open(month, format)}
                  >
                    {format.toUpperCase()}
                  </CallButton>
                ))}
              </Stack>,
              formatCents(online),
              formatCents(balance),
            ],
          }))}
        />
      )}
    </Section>
  );
}
