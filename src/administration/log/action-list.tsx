// Log: what operators did, the newest first.
import { DataTable } from 'react-admin';
import { type OperatorAction, operatorActionNames } from '#contract/administration/actions.ts';
import { Hint } from '../frame/hint.tsx';
import { Instant } from '../frame/instant.tsx';
import { RecordList } from '../frame/record-list.tsx';
import { SearchField } from '../frame/search-field.tsx';

const filters = [<SearchField key="text" source="text" alwaysOn hint="Personne, contenu ou raison" />];

export const ActionList = () => (
  <RecordList
    title="Journal"
    lead="Qui a fait quoi dans l’administration, et quand. Il ne peut pas être modifié."
    filters={filters}
  >
    <DataTable<OperatorAction & { id: number }>
      bulkActionButtons={false}
      empty={<Hint>Rien ne correspond.</Hint>}
      rowClick={false}
    >
      <DataTable.Col label="Quand" render={({ createdAt }: OperatorAction) => <Instant at={createdAt} />} />
      <DataTable.Col source="operator" label="Qui" disableSort />
      <DataTable.Col
        label="Quoi"
        render={({ action, title }: OperatorAction) => [operatorActionNames[action], title].filter(Boolean).join(' ')}
      />
      <DataTable.Col source="reasons" label="Raisons" disableSort />
    </DataTable>
  </RecordList>
);
