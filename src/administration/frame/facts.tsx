// Facts of a record: labels with their values, and a section with a heading.
import { Box, Card, CardContent, Typography } from '@mui/material';
import type { ReactNode } from 'react';

export const Facts = ({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <Box
    component="dl"
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: '1fr', sm: 'minmax(9rem, auto) 1fr' },
      gap: 1,
      columnGap: 3,
      m: 0,
    }}
  >
    {facts.map(([label, value]) => (
      <Box key={label} sx={{ display: 'contents' }}>
        <Typography component="dt" color="textSecondary">
          {label}
        </Typography>
        <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {value}
        </Typography>
      </Box>
    ))}
  </Box>
);

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card variant="outlined" component="section" sx={{ mt: 2 }}>
    <CardContent sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h2">{title}</Typography>
      {children}
    </CardContent>
  </Card>
);
