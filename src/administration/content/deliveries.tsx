// Ways of delivery: their names, and what carriers charge by weight.
import { DataTable } from 'react-admin';
import type { MarketDelivery } from '#contract/administration/catalogue.ts';
import { MAX_AMOUNT, MAX_NAME } from '#contract/limits.ts';
import { EditLink } from '../frame/edit-link.tsx';
import { RecordEdit } from '../frame/record-form.tsx';
import { RecordList } from '../frame/record-list.tsx';
import { RowsInput } from '../frame/rows-input.tsx';
import { TextField } from '../frame/text-field.tsx';

function pricesOf({ id, prices }: MarketDelivery): string {
  if (prices === null) return id === 'store' || id === 'demat' ? 'Gratuit' : 'Selon la boutique';
  const dearest = prices.at(-1);
  if (!dearest) return 'Aucun tarif';
  return `${prices[0]?.price}\u00a0€ à ${dearest.price}\u00a0€, jusqu’à ${dearest.maxWeight}\u00a0kg`;
}

export const DeliveryList = () => (
  <RecordList
    title="Livraison"
    lead="Ce que les boutiques peuvent proposer, et le tarif des transporteurs, taxe comprise."
    pagination={false}
  >
    <DataTable<MarketDelivery> bulkActionButtons={false} rowClick={false}>
      <DataTable.Col label="Mode de livraison">
        <EditLink of={({ name }) => String(name)} />
      </DataTable.Col>
      <DataTable.Col label="Tarif" render={pricesOf} />
      <DataTable.Col label="Boutiques" render={({ stores }: MarketDelivery) => stores} />
    </DataTable>
  </RecordList>
);

export const DeliveryEdit = () => (
  <RecordEdit<MarketDelivery> titleOf={({ name }) => name}>
    {({ prices }) => (
      <>
        <TextField
          source="name"
          label="Nom"
          maxLength={MAX_NAME}
          hint={'Ce que lisent les clients. Vide\u00a0: le nom habituel.'}
        />
        {prices !== null && (
          <RowsInput
            source="prices"
            label="Tarifs par poids"
            add="Ajouter un tarif"
            blank={{ maxWeight: '', price: '' }}
          >
            <TextField source="maxWeight" label="Jusqu’à, en kg" maxLength={MAX_AMOUNT} isRequired />
            <TextField source="price" label="Prix, en €" maxLength={MAX_AMOUNT} isRequired />
          </RowsInput>
        )}
      </>
    )}
  </RecordEdit>
);
