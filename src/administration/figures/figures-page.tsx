// Figures page: sales by week, store and category, new people, searches without a result, and the market's statements.
import { Button, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isDay } from '#contract/administration/days.ts';
import type { MarketFigures } from '#contract/administration/figures.ts';
import { UNEXPECTED_FAILURE } from '#domain/call-failure.ts';
import { formatCents } from '#domain/money.ts';
import { formatDate, parisDay } from '#domain/time/dates.ts';
import { Facts, Section } from '../frame/facts.tsx';
import { Hint } from '../frame/hint.tsx';
import { Page } from '../frame/page.tsx';
import { PlainTable } from '../frame/plain-table.tsx';
import { call } from '../session/current.ts';
import { CallError } from '../session/operator-session.ts';
import { Bars } from './bars.tsx';
import { StatementForm } from './statement-form.tsx';

const DAY_MS = 24 * 3_600_000;
const WEEKS = 12;
const today = () => parisDay(new Date());

export function FiguresPage() {
  const [from, setFrom] = useState(() => parisDay(new Date(Date.now() - (7 * WEEKS - 1) * DAY_MS)));
  const [to, setTo] = useState(today);
  const isComplete = isDay(from) && isDay(to);
  const { data, error, refetch } = useQuery({
    queryKey: ['figures', from, to],
    queryFn: () => call('administration.figures', { query: { from, to } }),
    enabled: isComplete,
  });
  return (
    <Page title="Chiffres" lead="Ce que le marché a vendu, remboursements déduits, et ce que l’on y cherche en vain.">
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ my: 2 }}>
        <Day label="Du" value={from} onChange={setFrom} />
        <Day label="Au" value={to} onChange={setTo} />
      </Stack>
      {error && (
        <>
          <Hint>{error instanceof CallError ? error.message : UNEXPECTED_FAILURE}</Hint>
          <Button onClick={() => void refetch()}>Réessayer</Button>
        </>
      )}
      {data && <Figures figures={data} />}
      <StatementForm />
    </Page>
  );
}

const Day = ({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) => (
  <TextField
    type="date"
    fullWidth={false}
    label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ inputLabel: { shrink: true } }}
  />
);

function Figures({ figures: { orders, amount, weeks, stores, categories, searches } }: { figures: MarketFigures }) {
  const people = weeks.reduce((sum, week) => sum + week.people, 0);
  return (
    <>
      <Section title="En bref">
        <Facts
          facts={[
            ['Ventes', formatCents(amount)],
            ['Commandes', String(orders)],
            ['Panier moyen', orders === 0 ? '–' : formatCents(Math.round(amount / orders))],
            ['Nouvelles personnes', String(people)],
          ]}
        />
      </Section>
      <Section title="Par semaine">
        <Bars weeks={weeks} />
        <PlainTable
          label="Par semaine"
          head={['Semaine du', 'Inscrits', 'Commandes', 'Ventes']}
          numbers={3}
          rows={[...weeks].reverse().map((week) => ({
            key: week.begin,
            cells: [formatDate(week.begin), week.people, week.orders, formatCents(week.amount)],
          }))}
        />
      </Section>
      <Section title="Par boutique">
        {stores.length === 0 ? (
          <Hint>Aucune vente.</Hint>
        ) : (
          <PlainTable
            label="Par boutique"
            head={['Boutique', 'Commandes', 'Ventes']}
            numbers={2}
            rows={stores.map((store) => ({
              key: store.id,
              cells: [store.name, store.orders, formatCents(store.amount)],
            }))}
          />
        )}
      </Section>
      <Section title="Par rayon">
        <Typography color="textSecondary">Aux prix des articles, avant réductions et remboursements.</Typography>
        {categories.length === 0 ? (
          <Hint>Aucune vente.</Hint>
        ) : (
          <PlainTable
            label="Par rayon"
            head={['Rayon', 'Articles', 'Prix affiché']}
            numbers={2}
            rows={categories.map((category) => ({
              key: category.name,
              cells: [category.name, category.units, formatCents(category.amount)],
            }))}
          />
        )}
      </Section>
      <Section title="Cherché sans résultat">
        {searches.length === 0 ? (
          <Hint>Rien n’a été cherché deux fois en vain.</Hint>
        ) : (
          <PlainTable
            label="Cherché sans résultat"
            head={['Mots', 'Combien']}
            rows={searches.map(({ words, count }) => ({ key: words, cells: [words, `${count}\u00a0fois`] }))}
          />
        )}
      </Section>
    </>
  );
}
