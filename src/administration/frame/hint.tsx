// Hint in place of a list: why it is empty, or what to do.
import { Typography } from '@mui/material';

export const Hint = ({ children }: { children: string }) => (
  <Typography color="textSecondary" role="status" sx={{ p: 2 }}>
    {children}
  </Typography>
);
