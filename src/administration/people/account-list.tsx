// Account list: finds a person, to act for them.

import { DataTable, useListContext } from 'react-admin';
import type { Account } from '#contract/administration/accounts.ts';
import { Hint } from '../frame/hint.tsx';
import { RecordLink, RecordList } from '../frame/record-list.tsx';
import { SearchField } from '../frame/search-field.tsx';
import { roleNames } from './account-texts.ts';
import { ActForButton } from './act-for-button.tsx';

const filters = [<SearchField key="text" source="text" alwaysOn hint="Nom, adresse e-mail ou boutique" />];

const LEAD =
  'Retrouvez une personne, puis agissez en son nom pour l’aider\u00a0: une demi-heure au plus, et tout ce que vous changez est consigné.';

export const AccountList = () => (
  <RecordList title="Personnes" lead={LEAD} filters={filters} pagination={false}>
    <Found />
  </RecordList>
);

function Found() {
  const { filterValues, data = [], total = 0 } = useListContext<Account>();
  if (String(filterValues.text ?? '').trim().length < 2)
    return <Hint>Écrivez au moins deux lettres d’un nom, d’une adresse ou d’une boutique.</Hint>;
  return (
    <>
      <DataTable<Account> bulkActionButtons={false} rowClick={false} empty={<Hint>Personne ne correspond.</Hint>}>
        <DataTable.Col label="Nom">
          <RecordLink of={({ username }) => username} />
        </DataTable.Col>
        <DataTable.Col source="email" label="Adresse e-mail" disableSort />
        <DataTable.Col
          label="Rôle"
          render={({ role, store }: Account) => (store ? `${roleNames[role]}, ${store}` : roleNames[role])}
        />
        <DataTable.Col label="Aider" render={(account: Account) => <ActForButton account={account} />} />
      </DataTable>
      {total > data.length && (
        <Hint>{`Les ${data.length} premières personnes sur ${total}\u00a0: précisez votre recherche.`}</Hint>
      )}
    </>
  );
}
