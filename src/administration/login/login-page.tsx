// Login page: the password, with the one-time code in a second step, or first its setting up.
import { Box, Card, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useLogin } from 'react-admin';
import { SECOND_FACTOR_CODE } from '#contract/account/users.ts';
import { openSession } from '../session/current.ts';
import { CallError, OperatorSession } from '../session/operator-session.ts';
import { CodeStep } from './code-step.tsx';
import { EnrolStep } from './enrol-step.tsx';
import { PasswordStep } from './password-step.tsx';

type Step =
  | { name: 'password' }
  | { name: 'code'; email: string; password: string }
  | { name: 'enrol'; session: OperatorSession };

export function LoginPage() {
  const login = useLogin();
  const [step, setStep] = useState<Step>({ name: 'password' });

  const begin = async (email: string, password: string, code?: string) => {
    try {
      await enterWith(await OperatorSession.logIn(email, password, code));
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== SECOND_FACTOR_CODE) throw error;
      setStep({ name: 'code', email, password });
    }
  };
  const enterWith = async (session: OperatorSession) => {
    try {
      const { secondFactor } = await session.call('administration.me');
      if (secondFactor === 'missing') setStep({ name: 'enrol', session });
      else await enter(session);
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
    if (step.name === 'enrol') void step.session.end();
    setStep({ name: 'password' });
  };

  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Card variant="outlined" sx={{ width: '100%', maxWidth: 440, p: { xs: 2.5, sm: 4 } }}>
        <Stack spacing={2}>
          <Typography variant="h1">Administration du marché</Typography>
          {step.name === 'password' && <PasswordStep onSubmit={begin} />}
          {step.name === 'code' && (
            <CodeStep onSubmit={(code) => begin(step.email, step.password, code)} onLeave={leave} />
          )}
          {step.name === 'enrol' && (
            <EnrolStep session={step.session} onEnter={() => enter(step.session)} onLeave={leave} />
          )}
        </Stack>
      </Card>
    </Box>
  );
}
