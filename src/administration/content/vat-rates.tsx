// VAT rates of the market: their list, and the form of one.
import { DataTable } from 'react-admin';
import type { MarketVatRate } from '#contract/administration/catalogue.ts';
import { MAX_RATE, MAX_RATE_NAME } from '#contract/limits.ts';
import { EditLink } from '../frame/edit-link.tsx';
import { Hint } from '../frame/hint.tsx';
import { CreateLink, RecordCreate, RecordEdit } from '../frame/record-form.tsx';
import { RecordList } from '../frame/record-list.tsx';
import { TextField } from '../frame/text-field.tsx';

export const VatRateList = () => (
  <RecordList
    title="Taux de TVA"
    lead="Parmi lesquels les commerçants choisissent pour leurs produits."
    pagination={false}
    start={<CreateLink>Ajouter un taux</CreateLink>}
  >
    <DataTable<MarketVatRate> bulkActionButtons={false} rowClick={false} empty={<Hint>Aucun taux.</Hint>}>
      <DataTable.Col label="Nom">
        <EditLink of={({ name }) => String(name)} />
      </DataTable.Col>
      <DataTable.Col label="Taux" render={({ rate }: MarketVatRate) => `${rate}\u00a0%`} />
      <DataTable.Col label="Produits" render={({ products }: MarketVatRate) => products} />
    </DataTable>
  </RecordList>
);

const Fields = ({ hint }: { hint?: string }) => (
  <>
    <TextField source="name" label="Nom" maxLength={MAX_RATE_NAME} isRequired />
    <TextField source="rate" label="Taux, en %" maxLength={MAX_RATE} isRequired {...(hint && { hint })} />
  </>
);

export const VatRateEdit = () => (
  <RecordEdit<MarketVatRate> titleOf={({ name }) => name} deletion="Le taux n’est plus proposé aux commerçants.">
    <Fields hint="Un autre taux vaut aussitôt pour tous ses produits. Leurs prix, taxe comprise, ne changent pas, et ce qui est vendu garde le sien." />
  </RecordEdit>
);

export const VatRateCreate = () => (
  <RecordCreate title="Nouveau taux de TVA">
    <Fields />
  </RecordCreate>
);
