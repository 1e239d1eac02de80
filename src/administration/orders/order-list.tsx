// Order list: all orders of the market, found by number, person, state and period.
import { Box, Typography } from '@mui/material';
import { AutocompleteInput, DataTable, DateInput, ReferenceInput, SelectInput, useListContext } from 'react-admin';
import { isDay } from '#contract/administration/days.ts';
import { type OperatorOrderSummary, ORDERS_COUNTED } from '#contract/administration/orders.ts';
import { formatCents } from '#domain/money.ts';
import { STATE_LABELS } from '#domain/orders/store-order.ts';
import { Hint } from '../frame/hint.tsx';
import { Instant } from '../frame/instant.tsx';
import { RecordLink, RecordList } from '../frame/record-list.tsx';
import { SearchField } from '../frame/search-field.tsx';
import { wide } from '../frame/wide.ts';
import { stateChoices } from './order-texts.ts';

const filters = [
  <SearchField key="text" source="text" alwaysOn hint="Numéro, ou début d’un nom ou d’une adresse" />,
  <SelectInput
    key="state"
    source="state"
    label="État"
    alwaysOn
    emptyText="Tous"
    helperText={false}
    choices={stateChoices}
  />,
  <ReferenceInput key="store" source="store" reference="stores" alwaysOn perPage={200}>
    <AutocompleteInput
      label="Boutique"
      optionText="name"
      helperText={false}
      filterToQuery={(text: string) => ({ text })}
      noOptionsText="Aucune boutique"
      sx={{ minWidth: { sm: '15rem' } }}
    />
  </ReferenceInput>,
  <DateInput key="from" source="from" label="Du" alwaysOn helperText={false} parse={dayOf} />,
  <DateInput key="to" source="to" label="Au" alwaysOn helperText={false} parse={dayOf} />,
];

/** As typed: 'YYYY-MM-DD'; a year that is not typed to its end filters nothing yet. */
function dayOf(typed: unknown): string | null {
  const day = String(typed ?? '');
  return isDay(day) ? day : null;
}

export const OrderList = () => (
  <RecordList
    title="Commandes"
    lead="Toutes les commandes du marché, les plus récentes d’abord. Cherchez un numéro, une personne ou une période."
    filters={filters}
  >
    <Found />
  </RecordList>
);

type Row = OperatorOrderSummary & { id: number };

function Found() {
  const { total = 0 } = useListContext();
  return (
    <>
      <DataTable<Row> bulkActionButtons={false} rowClick="show" empty={<Hint>Aucune commande ne correspond.</Hint>}>
        <DataTable.Col
          label="Commande"
          render={({ createdAt }: Row) => (
            <>
              <RecordLink of={({ number }) => `n°\u00a0${number}`} />
              <Typography variant="body2" color="textSecondary">
                <Instant at={createdAt} />
              </Typography>
            </>
          )}
        />
        <DataTable.Col
          label="Client"
          render={({ buyer }: Row) => (
            <Box sx={{ overflowWrap: 'anywhere' }}>
              {buyer.name}
              <Typography variant="body2" color="textSecondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
                {buyer.email}
              </Typography>
            </Box>
          )}
        />
        <DataTable.Col
          label="Boutiques"
          sx={wide}
          render={({ parts }: Row) =>
            parts.map(({ number, store, state }) => (
              <div key={number}>
                {store}, {STATE_LABELS[state].toLowerCase()}
              </div>
            ))
          }
        />
        <DataTable.Col
          label="Total"
          align="right"
          render={({ total: sum, refunded }: Row) => (
            <>
              {formatCents(sum)}
              {refunded > 0 && (
                <Typography variant="body2" color="textSecondary">
                  dont {formatCents(refunded)} remboursés
                </Typography>
              )}
            </>
          )}
        />
      </DataTable>
      {total >= ORDERS_COUNTED && (
        <Hint>{`Les ${ORDERS_COUNTED} commandes les plus récentes\u00a0: précisez votre recherche pour les autres.`}</Hint>
      )}
    </>
  );
}
