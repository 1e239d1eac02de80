// Link of a content to its page on the market.
import { Link as MuiLink } from '@mui/material';

export const PageLink = ({ page }: { page: string }) => (
  <MuiLink href={page} target="_blank" rel="noopener">
    Voir la page (nouvel onglet)
  </MuiLink>
);
