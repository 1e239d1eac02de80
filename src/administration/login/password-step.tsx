// First step of the login: address and password.
import { TextField } from '@mui/material';
import { useState } from 'react';
import { MAX_EMAIL, MAX_PASSWORD } from '#contract/limits.ts';
import { StepForm } from './step-form.tsx';

export function PasswordStep({ onSubmit }: { onSubmit: (email: string, password: string) => Promise<void> }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <StepForm submit="Se connecter" onSubmit={() => onSubmit(email.trim(), password)}>
      <TextField
        label="Adresse e-mail"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_EMAIL } }}
      />
      <TextField
        label="Mot de passe"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_PASSWORD } }}
      />
    </StepForm>
  );
}
