// Call button: makes a call, once at a time, and reports what came of it.
import { Button, type ButtonProps } from '@mui/material';
import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { CallError } from '../session/operator-session.ts';

interface CallButtonProps extends Pick<ButtonProps, 'variant' | 'startIcon' | 'aria-label'> {
  /** Notification once it is done; without one the page is left as it is. */
  done?: string;
  children: string;
  run: () => Promise<unknown>;
}

export function CallButton({ done, children, run, variant = 'outlined', ...button }: CallButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const notify = useNotify();
  const refresh = useRefresh();
  const press = async () => {
    setBusy(true);
    try {
      await run();
      if (done !== undefined) {
        notify(done, { type: 'success' });
        refresh();
      }
    } catch (error) {
      notify(error instanceof CallError ? error.message : UNEXPECTED_FAILURE, { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button {...button} variant={variant} size="small" loading={isBusy} onClick={() => void press()}>
      {children}
    </Button>
  );
}
