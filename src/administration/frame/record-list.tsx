// Record list: heading, filters, and a table whose first column leads to the record; or why it could not be read.
import { Box, Button, Link as MuiLink, type Theme } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import {
  List,
  type ListProps,
  type RaRecord,
  useCreatePath,
  useListContext,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { CallError } from '../session/operator-session.ts';
import { Hint } from './hint.tsx';
import { Page } from './page.tsx';

interface RecordListProps extends Pick<ListProps, 'filters' | 'filterDefaultValues' | 'pagination'> {
  title: string;
  lead: ReactNode;
  /** Above the list. */
  start?: ReactNode;
  children: ReactElement;
}

export const RecordList = ({ title, lead, start, children, ...list }: RecordListProps) => (
  <Page title={title} lead={lead}>
    <List {...list} actions={false} perPage={25} empty={false} title={false} disableSyncWithLocation={false}>
      <ListBody start={start}>{children}</ListBody>
    </List>
  </Page>
);

/** On a phone a row is a card, with a value below the other, in the order of the names above them. */
const asCards = ({ breakpoints }: Theme) => ({
  [breakpoints.down('sm')]: {
    '& table, & thead, & tbody, & tr, & td': { display: 'block' },
    '& th': { display: 'inline-block', border: 0, py: 0.25, px: 1 },
    '& tr': { py: 1.5, borderBottom: 1, borderColor: 'divider' },
    '& td': { border: 0, py: 0.25, px: 2, overflowWrap: 'anywhere' },
    '& td:empty': { display: 'none' },
  },
});

function ListBody({ start, children }: { start: ReactNode; children: ReactElement }) {
  const { error, refetch } = useListContext();
  if (!error)
    return (
      <Box sx={asCards}>
        {start}
        {children}
      </Box>
    );
  return (
    <>
      <Hint>{error instanceof CallError ? error.message : UNEXPECTED_FAILURE}</Hint>
      <Button onClick={() => void refetch()} sx={{ m: 1 }}>
        Réessayer
      </Button>
    </>
  );
}

/** @param of text of the link */
export function RecordLink({ of }: { of: (record: RaRecord) => ReactNode }) {
  const record = useRecordContext();
  const resource = useResourceContext();
  const createPath = useCreatePath();
  if (!record) return null;
  return (
    <MuiLink
      component={Link}
      to={createPath({ resource, type: 'show', id: record.id })}
      // The row leads there, too: once is enough for the way back.
      onClick={(event) => event.stopPropagation()}
      sx={{ fontWeight: 600 }}
    >
      {of(record)}
    </MuiLink>
  );
}
