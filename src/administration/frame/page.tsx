// Page frame: heading, lead and content of a page of the administration.
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** Fields and filters in large letters. */
const noWiderThanPage = {
  '& .RaList-main': { minWidth: 0 },
  '& .RaFilterForm-filterFormInput, & .MuiFormControl-root': { maxWidth: '100%' },
};

export function Page({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <Box sx={{ maxWidth: 1100, py: 3, px: { xs: 0, sm: 1 }, ...noWiderThanPage }}>
      <title>{`${title} – Administration`}</title>
      <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {lead && (
        <Typography color="textSecondary" sx={{ mt: 0.5, mb: 1, maxWidth: '42rem', overflowWrap: 'anywhere' }}>
          {lead}
        </Typography>
      )}
      {children}
    </Box>
  );
}
