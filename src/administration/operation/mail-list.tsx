// Mail list: mails that did not go out, why, and another attempt.
import { Typography } from '@mui/material';
import { DataTable, SelectInput } from 'react-admin';
import type { MailState, UnsentMail } from '#contract/administration/operation.ts';
import { CallButton } from '../frame/call-button.tsx';
import { choicesOf } from '../frame/choices.ts';
import { Hint } from '../frame/hint.tsx';
import { Instant } from '../frame/instant.tsx';
import { RecordList } from '../frame/record-list.tsx';
import { wide } from '../frame/wide.ts';
import { call } from '../session/current.ts';

const stateNames: Record<MailState, string> = {
  failed: 'Abandonné',
  waiting: 'En attente',
  withheld: 'Adresse à confirmer',
};

const filters = [
  <SelectInput
    key="state"
    source="state"
    label="État"
    alwaysOn
    emptyText="Abandonnés et en attente"
    helperText={false}
    choices={choicesOf(stateNames)}
  />,
];

const LEAD =
  'Ceux qui ne sont pas partis. Le serveur réessaie pendant deux jours, puis abandonne\u00a0: renvoyez-les quand la cause est levée.';

type Row = UnsentMail & { id: number };

export const MailList = () => (
  <RecordList title="Courriels" lead={LEAD} filters={filters}>
    <DataTable<Row> bulkActionButtons={false} rowClick={false} empty={<Hint>Tous les courriels sont partis.</Hint>}>
      <DataTable.Col
        label="Courriel"
        sx={{ overflowWrap: 'anywhere' }}
        render={({ subject, recipient, createdAt }: Row) => (
          <>
            {subject}
            <Typography variant="body2" color="textSecondary">
              {recipient}, <Instant at={createdAt} />
            </Typography>
          </>
        )}
      />
      <DataTable.Col
        label="État"
        sx={wide}
        render={({ state, attempts }: Row) => `${stateNames[state]}, ${attempts} essai${attempts > 1 ? 's' : ''}`}
      />
      <DataTable.Col
        label="Dernière erreur"
        sx={{ ...wide, overflowWrap: 'anywhere' }}
        render={({ error }: Row) => error ?? '–'}
      />
      <DataTable.Col
        label="Renvoyer"
        render={({ number, state, subject }: Row) =>
          state !== 'withheld' && (
            <CallButton
              aria-label={`Renvoyer ${subject}`}
              done="Le courriel est remis en route."
              run={() => call('administration.retryMail', { params: { id: number } })}
            >
              Renvoyer
            </CallButton>
          )
        }
      />
    </DataTable>
  </RecordList>
);
