// Record form: creates or changes a record, names what is wrong at its field, and warns before what is typed is lost.
import { Button, Card } from '@mui/material';
import type { ReactNode } from 'react';
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
  useResourceContext,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { Page } from './page.tsx';

interface FormProps {
  children: ReactNode;
  /** What its deletion means; absent: it stays. */
  deletion?: string | undefined;
}

const RecordForm = ({ children, deletion }: FormProps) => (
  <Card variant="outlined" sx={{ mt: 2, maxWidth: '48rem' }}>
    <SimpleForm
      warnWhenUnsavedChanges
      sanitizeEmptyValues={false}
      toolbar={
        <Toolbar sx={{ gap: 2, flexWrap: 'wrap', py: 1, bgcolor: 'background.paper' }}>
          <SaveButton alwaysEnable />
          {deletion && (
            <DeleteWithConfirmButton
              mutationMode="pessimistic"
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

interface EditProps<T> extends Omit<FormProps, 'children'> {
  titleOf: (record: T) => string;
  lead?: (record: T) => ReactNode;
  children: ReactNode | ((record: T) => ReactNode);
  /** Below the form. */
  after?: (record: T) => ReactNode;
}

export const RecordEdit = <T extends object>({ titleOf, lead, children, deletion, after }: EditProps<T>) => (
  <Edit component="div" actions={false} title={false} mutationMode="pessimistic">
    <Loaded titleOf={titleOf} lead={lead as never} deletion={deletion} after={after as never}>
      {children}
    </Loaded>
  </Edit>
);

function Loaded<T extends object>({ titleOf, lead, children, deletion, after }: EditProps<T>) {
  const { record } = useEditContext<RaRecord & T>();
  if (!record) return null;
  return (
    <Page title={titleOf(record)} lead={lead?.(record)}>
      <RecordForm deletion={deletion}>{typeof children === 'function' ? children(record) : children}</RecordForm>
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
