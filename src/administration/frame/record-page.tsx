// Record page: loads one record, and draws it once it is there.
import type { ReactNode } from 'react';
import { type RaRecord, Show, useShowContext } from 'react-admin';
import { Page } from './page.tsx';

interface RecordPageProps<T> {
  titleOf: (record: T) => string;
  children: (record: T) => ReactNode;
}

export const RecordPage = <T extends object>({ titleOf, children }: RecordPageProps<T>) => (
  // Asked for by itself: the row of the list, which react-admin would draw first, holds less.
  <Show component="div" actions={false} title={false} queryOptions={{ meta: { isWhole: true } }}>
    <Loaded titleOf={titleOf}>{children}</Loaded>
  </Show>
);

function Loaded<T extends object>({ titleOf, children }: RecordPageProps<T>) {
  const { record } = useShowContext<RaRecord & T>();
  if (!record) return null;
  return <Page title={titleOf(record)}>{children(record)}</Page>;
}
