// Record list: heading, filters, and a table whose first column leads to the record; or why it could not be read.
import { Button, Link as MuiLink } from '@mui/material';
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
  children: ReactElement;
}

export const RecordList = ({ title, lead, children, ...list }: RecordListProps) => (
  <Page title={title} lead={lead}>
    <List {...list} actions={false} perPage={25} empty={false} title={false} disableSyncWithLocation={false}>
      <ListBody>{children}</ListBody>
    </List>
  </Page>
);

function ListBody({ children }: { children: ReactElement }) {
  const { error, refetch } = useListContext();
  if (!error) return children;
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
    <MuiLink component={Link} to={createPath({ resource, type: 'show', id: record.id })} sx={{ fontWeight: 600 }}>
      {of(record)}
    </MuiLink>
  );
}
