// Second step of the login: the one-time code of the app, or a recovery code.
import { Typography } from '@mui/material';
import { useState } from 'react';
import type { OperatorSession } from '../session/operator-session.ts';
import { CodeField } from './code-field.tsx';
import { StepForm } from './step-form.tsx';

export interface CodeStepProps {
  session: OperatorSession;
  onEnter: () => Promise<void>;
  onLeave: () => void;
}

export function CodeStep({ session, onEnter, onLeave }: CodeStepProps) {
  const [code, setCode] = useState('');
  const check = async () => {
    await session.call('administration.checkSecondFactor', { body: { code } });
    await onEnter();
  };
  return (
    <StepForm submit="Entrer" onSubmit={check} onLeave={onLeave}>
      <Typography>
        Donnez le code à six chiffres de votre application. Sans votre téléphone, un de vos codes de secours convient.
      </Typography>
      <CodeField label="Code" value={code} onChange={setCode} />
    </StepForm>
  );
}
