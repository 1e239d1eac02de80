// Edit link: the name of a row, which leads to its form.
import { Link as MuiLink } from '@mui/material';
import { type RaRecord, useCreatePath, useRecordContext, useResourceContext } from 'react-admin';
import { Link } from 'react-router-dom';

export function EditLink({ of }: { of: (record: RaRecord) => string }) {
  const record = useRecordContext();
  const resource = useResourceContext();
  const createPath = useCreatePath();
  if (!record) return null;
  return (
    <MuiLink component={Link} to={createPath({ resource, type: 'edit', id: record.id })} sx={{ fontWeight: 600 }}>
      {of(record)}
    </MuiLink>
  );
}
