// Act-for button: opens the shop, which offers the session in the name of this person.
import { Button } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Account } from '#contract/administration/accounts.ts';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { paths } from '#paths';
import { call } from '../session/current.ts';
import { CallError } from '../session/operator-session.ts';

export function ActForButton({ account: { id, username, role } }: { account: Account }) {
  const [isBusy, setBusy] = useState(false);
  const notify = useNotify();
  if (role === 'administrator') return null;
  const act = async () => {
    setBusy(true);
    try {
      await call('administration.actFor', { params: { id } });
      location.assign(paths.home);
    } catch (error) {
      setBusy(false);
      notify(error instanceof CallError ? error.message : UNEXPECTED_FAILURE, { type: 'error' });
    }
  };
  return (
    <Button variant="outlined" size="small" loading={isBusy} onClick={() => void act()}>
      Agir en tant que {username}
    </Button>
  );
}
