// First step of the login: address and password.
import { TextField } from '@mui/material';
import { useState } from 'react';
import { MAX_EMAIL, MAX_PASSWORD } from '#contract/limits.ts';
import { StepForm } from './step-form.tsx';

interface PasswordStepProps {
  /** Whose login is expected. */
  email: string;
  onSubmit: (email: string, password: string) => Promise<void>;
}

export function PasswordStep({ email: expected, onSubmit }: PasswordStepProps) {
  const [email, setEmail] = useState(expected);
  const [password, setPassword] = useState('');
  return (
    <StepForm submit="Se connecter" onSubmit={() => onSubmit(email.trim(), password)}>
      <TextField
        label="Adresse e-mail"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus={expected === ''}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_EMAIL } }}
      />
      <TextField
        label="Mot de passe"
        type="password"
        name="password"
        autoComplete="current-password"
        autoFocus={expected !== ''}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_PASSWORD } }}
      />
    </StepForm>
  );
}
