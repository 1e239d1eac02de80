// Login page of the administration.
import { Box, Card, Stack, Typography } from '@mui/material';
import { useLogin } from 'react-admin';
import { openSession } from '../session/current.ts';
import type { OperatorSession } from '../session/operator-session.ts';
import { LoginSteps } from './login-steps.tsx';

export function LoginPage() {
  const login = useLogin();
  const enter = async (session: OperatorSession) => {
    openSession(session);
    await login({});
  };

  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Card variant="outlined" sx={{ width: '100%', maxWidth: 440, p: { xs: 2.5, sm: 4 } }}>
        <Stack spacing={2}>
          <Typography variant="h1">Administration du marché</Typography>
          <LoginSteps onEnter={enter} />
        </Stack>
      </Card>
    </Box>
  );
}
