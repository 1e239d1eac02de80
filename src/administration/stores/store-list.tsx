// Store list: all stores with their state, and the way to a new one.
import AddIcon from '@mui/icons-material/Add';
import { Button, Typography } from '@mui/material';
import { DataTable, SelectInput } from 'react-admin';
import { Link } from 'react-router-dom';
import type { OperatorStoreSummary } from '#contract/administration/stores.ts';
import { choicesOf } from '../frame/choices.ts';
import { Hint } from '../frame/hint.tsx';
import { RecordLink, RecordList } from '../frame/record-list.tsx';
import { SearchField } from '../frame/search-field.tsx';
import { useMayCall } from '../frame/use-may-call.ts';
import { wide } from '../frame/wide.ts';
import { accountName, stateNames } from './store-texts.ts';

const filters = [
  <SearchField key="text" source="text" alwaysOn hint="Nom, commune ou adresse e-mail" />,
  <SelectInput
    key="state"
    source="state"
    label="État"
    alwaysOn
    emptyText="Tous"
    helperText={false}
    choices={choicesOf(stateNames)}
  />,
];

export const StoreList = () => (
  <RecordList title="Boutiques" lead={<Lead />} filters={filters}>
    <DataTable<OperatorStoreSummary>
      bulkActionButtons={false}
      rowClick="show"
      empty={<Hint>Aucune boutique ne correspond.</Hint>}
    >
      <DataTable.Col
        label="Boutique"
        render={({ city }: OperatorStoreSummary) => (
          <>
            <RecordLink of={({ name }) => name} />
            <Typography variant="body2" color="textSecondary">
              {city}
            </Typography>
          </>
        )}
      />
      <DataTable.Col label="État" render={({ state }: OperatorStoreSummary) => stateNames[state]} />
      <DataTable.Col
        label="Responsable"
        sx={{ ...wide, overflowWrap: 'anywhere' }}
        render={({ owner }: OperatorStoreSummary) => owner ?? 'Personne encore'}
      />
      <DataTable.Col
        label="Compte de versement"
        sx={wide}
        render={({ account }: OperatorStoreSummary) => accountName(account)}
      />
    </DataTable>
  </RecordList>
);

function Lead() {
  const mayCreate = useMayCall('administration.createStore');
  return (
    <>
      Toutes les boutiques du marché, publiées ou non.
      {mayCreate && (
        <Button
          component={Link}
          to="/stores/create"
          startIcon={<AddIcon />}
          sx={{ display: 'flex', width: 'fit-content', mt: 1 }}
          variant="outlined"
        >
          Inviter un commerçant
        </Button>
      )}
    </>
  );
}
