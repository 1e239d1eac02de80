// Links of a content: to its page on the market, and to its record here.
import { Link as MuiLink } from '@mui/material';
import { useCreatePath } from 'react-admin';
import { Link } from 'react-router-dom';

export const PageLink = ({ page }: { page: string }) => (
  <MuiLink href={page} target="_blank" rel="noopener">
    Voir la page (nouvel onglet)
  </MuiLink>
);

interface RecordPathProps {
  resource: string;
  id: string | number;
  children: string;
}

/** To a record of another list. */
export function RecordPathLink({ resource, id, children }: RecordPathProps) {
  const createPath = useCreatePath();
  return (
    <MuiLink component={Link} to={createPath({ resource, type: 'show', id })}>
      {children}
    </MuiLink>
  );
}
