// Link to a record of another list.
import { Link as MuiLink } from '@mui/material';
import { useCreatePath } from 'react-admin';
import { Link } from 'react-router-dom';

interface RecordPathProps {
  resource: string;
  id: string | number;
  children: string;
}

export function RecordPathLink({ resource, id, children }: RecordPathProps) {
  const createPath = useCreatePath();
  return (
    <MuiLink component={Link} to={createPath({ resource, type: 'show', id })}>
      {children}
    </MuiLink>
  );
}
