// Statement form: what all stores sold and were paid in a month, as a file.
import { MenuItem, Stack, TextField } from '@mui/material';
import { useState } from 'react';
import { parisDay } from '#domain/time/dates.ts';
import { CallButton } from '../frame/call-button.tsx';
import { Section } from '../frame/facts.tsx';
import { monthName } from '../frame/month-name.ts';
import { call } from '../session/current.ts';

const MONTHS = 24;

/** The newest first. */
function lastMonths(): string[] {
  const [year = 0, month = 1] = parisDay(new Date()).split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

export function StatementForm() {
  const [months] = useState(lastMonths);
  const [month, setMonth] = useState(months[0] ?? '');
  const open = (format: 'csv' | 'pdf') => async () =>
    location.assign((await call('administration.marketStatement', { query: { month, format } })).url);
  return (
    <Section title="Relevé du marché">
      <Stack direction="row" spacing={1.5} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <TextField
          select
          label="Mois"
          fullWidth={false}
          value={month}
          onChange={({ target }) => setMonth(target.value)}
          sx={{ minWidth: '12rem' }}
        >
          {months.map((one) => (
            <MenuItem key={one} value={one}>
              {monthName(one)}
            </MenuItem>
          ))}
        </TextField>
        <CallButton run={open('pdf')}>Relevé en PDF</CallButton>
        <CallButton run={open('csv')}>Relevé en CSV</CallButton>
      </Stack>
    </Section>
  );
}
