// Login dialog: over the page whose session has ended, which goes on with what is typed there.
import { Button, Dialog, Stack, Typography } from '@mui/material';
import { useId } from 'react';
import { leaveSession, renewSession, shownEmail } from '../session/current.ts';
import { LoginSteps } from './login-steps.tsx';

export function LoginDialog() {
  const title = useId();
  return (
    <Dialog open aria-labelledby={title} fullWidth maxWidth="xs">
      <Stack spacing={2} sx={{ p: { xs: 2.5, sm: 4 } }}>
        <Typography id={title} variant="h1">
          Votre session est terminée
        </Typography>
        <Typography>{'Reconnectez-vous pour continuer\u00a0: ce que vous avez écrit est toujours là.'}</Typography>
        <LoginSteps email={shownEmail()} onEnter={renewSession} />
        <Button onClick={() => void leaveSession()}>Quitter l’administration</Button>
      </Stack>
    </Dialog>
  );
}
