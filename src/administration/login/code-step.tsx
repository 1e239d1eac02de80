// Second step of the login: the one-time code of the app, or a recovery code.
import { Typography } from '@mui/material';
import { useState } from 'react';
import { CodeField } from './code-field.tsx';
import { StepForm } from './step-form.tsx';

interface CodeStepProps {
  onSubmit: (code: string) => Promise<void>;
  onLeave: () => void;
}

export function CodeStep({ onSubmit, onLeave }: CodeStepProps) {
  const [code, setCode] = useState('');
  return (
    <StepForm submit="Entrer" onSubmit={() => onSubmit(code)} onLeave={onLeave}>
      <Typography>
        Donnez le code à six chiffres de votre application. Sans votre téléphone, un de vos codes de secours convient.
      </Typography>
      <CodeField label="Code" value={code} onChange={setCode} />
    </StepForm>
  );
}
