// Setting up of the second factor: the secret as a QR code or to be typed, a first code, then the recovery codes.
import { Alert, Box, Button, Checkbox, FormControlLabel, Stack, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import type { AdministrationAnswer } from '#contract/administration/administration-registry.ts';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { CallError, type OperatorSession } from '../session/operator-session.ts';
import { CodeField } from './code-field.tsx';
import { SecretCode } from './secret-code.tsx';
import { StepForm } from './step-form.tsx';

interface EnrolStepProps {
  session: OperatorSession;
  onEnter: () => Promise<void>;
  onLeave: () => void;
}

export function EnrolStep({ session, onEnter, onLeave }: EnrolStepProps) {
  const [factor, setFactor] = useState<AdministrationAnswer<'administration.beginSecondFactor'> | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState<readonly string[] | null>(null);

  useEffect(() => {
    session.call('administration.beginSecondFactor').then(setFactor, (error: unknown) => {
      setFailure(error instanceof CallError ? error.message : UNEXPECTED_FAILURE);
    });
  }, [session]);

  if (recovery) return <RecoveryCodes codes={recovery} onEnter={onEnter} />;
  const confirm = async () => {
    const { codes } = await session.call('administration.confirmSecondFactor', { body: { code } });
    setRecovery(codes);
  };
  return (
    <StepForm submit="Vérifier" onSubmit={confirm} onLeave={onLeave}>
      <Typography variant="h2">Protégez votre accès</Typography>
      <Typography>
        Ajoutez ce compte à une application d’authentification (Aegis, FreeOTP, Google Authenticator…), puis donnez le
        code qu’elle affiche.
      </Typography>
      {failure && <Alert severity="error">{failure}</Alert>}
      {factor && <SecretCode uri={factor.uri} secret={factor.secret} />}
      <CodeField label="Code à six chiffres" value={code} onChange={setCode} isNumeric />
    </StepForm>
  );
}

function RecoveryCodes({ codes, onEnter }: { codes: readonly string[]; onEnter: () => Promise<void> }) {
  const [isNoted, setNoted] = useState(false);
  return (
    <Stack spacing={2}>
      <Typography variant="h2">Vos codes de secours</Typography>
      <Typography>
        Notez-les à l’abri&nbsp;: chacun ouvre une fois l’administration si vous n’avez plus votre téléphone. Ils ne
        seront plus montrés.
      </Typography>
      <Box
        component="ul"
        translate="no"
        sx={{
          ...{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, m: 0, p: 2, listStyle: 'none' },
          ...{ border: 1, borderColor: 'divider', borderRadius: 1, fontFamily: 'monospace', fontSize: '1.1rem' },
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <FormControlLabel
        control={<Checkbox checked={isNoted} onChange={(event) => setNoted(event.target.checked)} />}
        label="Je les ai notés"
      />
      <Button variant="contained" size="large" disabled={!isNoted} onClick={() => void onEnter()}>
        Entrer
      </Button>
    </Stack>
  );
}
