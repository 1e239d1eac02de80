// Record form: creates or changes a record, names what is wrong at its field, and warns before what is typed is lost.
import { Button, Card } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import {
  Create,
  DeleteWithConfirmButton,
  Edit,
  type RaRecord,
  SaveButton,
  SimpleForm,
  Toolbar,
  useCreatePath,
  useEditContext,
  useNotify,
  useRedirect,
  useResourceContext,
} from 'react-admin';
import { useFormState } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { AS_READ } from '../session/data-provider.ts';
import { Page } from './page.tsx';

interface FormProps {
  children: ReactNode;
  /** What its deletion means; absent: it stays. */
  deletion?: string | undefined;
  /** Its first values; absent: those of the page. */
  record?: RaRecord;
  isLeaving?: boolean;
  onDeleted?: () => void;
}

const RecordForm = ({ children, deletion, record, isLeaving = false, onDeleted }: FormProps) => (
  <Card variant="outlined" sx={{ mt: 2, maxWidth: '48rem' }}>
    <SimpleForm
      warnWhenUnsavedChanges={!isLeaving}
      {...(record && { record })}
      sanitizeEmptyValues={false}
      // The market says what is wrong, in its own words.
      noValidate
      toolbar={
        <Toolbar sx={{ gap: 2, flexWrap: 'wrap', py: 1, bgcolor: 'background.paper' }}>
          <Save />
          {deletion && (
            <DeleteWithConfirmButton
              mutationMode="pessimistic"
              mutationOptions={{ onSuccess: onDeleted }}
              confirmTitle="Supprimer"
              confirmContent={deletion}
              sx={{ ml: 'auto' }}
            />
          )}
        </Toolbar>
      }
    >
      {children}
    </SimpleForm>
  </Card>
);

/** Not twice by a double press. */
function Save() {
  const { isSubmitting } = useFormState();
  return <SaveButton alwaysEnable={!isSubmitting} />;
}

interface EditProps<T> extends Pick<FormProps, 'deletion'> {
  titleOf: (record: T) => string;
  lead?: (record: T) => ReactNode;
  children: ReactNode | ((record: T) => ReactNode);
  /** Below the form. */
  after?: (record: T) => ReactNode;
}

export function RecordEdit<T extends object>(props: EditProps<T>) {
  const [isLeaving, setLeaving] = useState(false);
  const resource = useResourceContext();
  const notify = useNotify();
  const redirect = useRedirect();
  const leave = (message: string) => {
    notify(message, { messageArgs: { smart_count: 1 } });
    setLeaving(true);
  };
  // Once the form does not hold anybody back: what was typed is saved, or of no use any more.
  useEffect(() => {
    if (isLeaving) redirect('list', resource);
  }, [isLeaving, redirect, resource]);
  return (
    <Edit<RaRecord & T>
      component="div"
      actions={false}
      title={false}
      mutationMode="pessimistic"
      mutationOptions={{ onSuccess: () => leave('ra.notification.updated') }}
    >
      <Loaded {...props} isLeaving={isLeaving} onDeleted={() => leave('ra.notification.deleted')} />
    </Edit>
  );
}

interface LoadedProps<T> extends EditProps<T> {
  isLeaving: boolean;
  onDeleted(): void;
}

function Loaded<T extends object>({ titleOf, lead, children, deletion, after, isLeaving, onDeleted }: LoadedProps<T>) {
  const { record } = useEditContext<RaRecord & T>();
  // The form keeps what it was opened with: the page may read the record again, and what is typed stays.
  const [opened, setOpened] = useState<RaRecord & T>();
  const isOpened = record !== undefined && record.id === opened?.id;
  // A row of a list, which may be old, is known before the record is read.
  const isRead = record?.[AS_READ] !== undefined;
  useEffect(() => {
    if (!isOpened && isRead) setOpened(record);
  }, [isOpened, isRead, record]);
  if (!isOpened) return null;
  return (
    <Page title={titleOf(record)} lead={lead?.(record)}>
      <RecordForm deletion={deletion} record={opened} isLeaving={isLeaving} onDeleted={onDeleted}>
        {typeof children === 'function' ? children(record) : children}
      </RecordForm>
      {after?.(record)}
    </Page>
  );
}

export const RecordCreate = ({ title, children, start }: { title: string; children: ReactNode; start?: object }) => (
  <Create component="div" actions={false} title={false} redirect="list" {...(start && { record: start })}>
    <Page title={title}>
      <RecordForm>{children}</RecordForm>
    </Page>
  </Create>
);

/** Above a list. */
export function CreateLink({ children }: { children: string }) {
  const resource = useResourceContext();
  const createPath = useCreatePath();
  return (
    <Button component={Link} variant="contained" to={createPath({ resource, type: 'create' })} sx={{ my: 1, mx: 2 }}>
      {children}
    </Button>
  );
}
