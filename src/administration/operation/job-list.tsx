// Job list: recurring work of the server, how it last ended, and another run.
import { Typography } from '@mui/material';
import { DataTable } from 'react-admin';
import type { JobState } from '#contract/administration/operation.ts';
import { CallButton } from '../frame/call-button.tsx';
import { Instant } from '../frame/instant.tsx';
import { RecordList } from '../frame/record-list.tsx';
import { wide } from '../frame/wide.ts';
import { call } from '../session/current.ts';
import { everyName, jobName } from './job-texts.ts';

export const JobList = () => (
  <RecordList
    title="Tâches"
    lead="Ce que le serveur fait de lui-même, à intervalles réguliers. Une tâche qui échoue recommence à son heure."
    pagination={false}
  >
    <DataTable<JobState & { id: string }> bulkActionButtons={false} rowClick={false}>
      <DataTable.Col
        label="Tâche"
        render={({ name, every }: JobState) => (
          <>
            {jobName(name)}
            <Typography variant="body2" color="textSecondary">
              {everyName(every)}
            </Typography>
          </>
        )}
      />
      <DataTable.Col
        label="Dernière réussite"
        sx={wide}
        render={({ doneAt }: JobState) => (doneAt === null ? 'Pas encore' : <Instant at={doneAt} />)}
      />
      <DataTable.Col
        label="Dernière erreur"
        sx={{ overflowWrap: 'anywhere' }}
        render={({ error, failedAt }: JobState) =>
          error === null || failedAt === null ? (
            'Aucune'
          ) : (
            <>
              {error}
              <Typography variant="body2" color="textSecondary">
                <Instant at={failedAt} />
              </Typography>
            </>
          )
        }
      />
      <DataTable.Col
        label="Lancer"
        render={({ name }: JobState) => (
          <CallButton
            aria-label={`Lancer\u00a0: ${jobName(name)}`}
            done="La tâche est lancée."
            run={() => call('administration.runJob', { params: { id: name } })}
          >
            Lancer
          </CallButton>
        )}
      />
    </DataTable>
  </RecordList>
);
