// Login page: the password, then the one-time code, or first its setting up. A session opens once both are given.
import { Box, Card, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useLogin } from 'react-admin';
import type { Operator } from '#contract/administration/session.ts';
import { openSession } from '../session/current.ts';
import { CallError, OperatorSession } from '../session/operator-session.ts';
import { CodeStep } from './code-step.tsx';
import { EnrolStep } from './enrol-step.tsx';
import { PasswordStep } from './password-step.tsx';

interface Begun {
  session: OperatorSession;
  operator: Operator;
}

export function LoginPage() {
  const login = useLogin();
  const [begun, setBegun] = useState<Begun | null>(null);

  const begin = async (email: string, password: string) => {
    const session = await OperatorSession.logIn(email, password);
    try {
      const operator = await session.call('administration.me');
      const { secondFactor } = operator;
      if (secondFactor === 'demo' || secondFactor === 'given') return enter(session);
      setBegun({ session, operator });
    } catch (error) {
      await session.end();
      throw error instanceof CallError && error.status === 403
        ? new CallError(403, 'Ce compte n’administre pas le marché.')
        : error;
    }
  };
  const enter = async (session: OperatorSession) => {
    openSession(session);
    await login({});
  };
  const leave = () => {
    void begun?.session.end();
    setBegun(null);
  };

  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Card variant="outlined" sx={{ width: '100%', maxWidth: 440, p: { xs: 2.5, sm: 4 } }}>
        <Stack spacing={2}>
          <Typography variant="h1">Administration du marché</Typography>
          {!begun && <PasswordStep onSubmit={begin} />}
          {begun?.operator.secondFactor === 'asked' && (
            <CodeStep session={begun.session} onEnter={() => enter(begun.session)} onLeave={leave} />
          )}
          {begun?.operator.secondFactor === 'missing' && (
            <EnrolStep session={begun.session} onEnter={() => enter(begun.session)} onLeave={leave} />
          )}
        </Stack>
      </Card>
    </Box>
  );
}
