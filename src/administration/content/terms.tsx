// Terms that merchants accept: their versions, the text of one, and a new one.
import { Typography } from '@mui/material';
import { DataTable } from 'react-admin';
import type { MarketTerms } from '#contract/administration/catalogue.ts';
import { MAX_TERMS } from '#contract/limits.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import { excerptOf } from '../frame/excerpt.ts';
import { Section } from '../frame/facts.tsx';
import { Hint } from '../frame/hint.tsx';
import { CreateLink, RecordCreate } from '../frame/record-form.tsx';
import { RecordLink, RecordList } from '../frame/record-list.tsx';
import { RecordPage } from '../frame/record-page.tsx';
import { TextField } from '../frame/text-field.tsx';

export const TermsList = () => (
  <RecordList
    title="Conditions"
    lead={
      'Ce que chaque commerçant accepte pour vendre ici. Une version reste comme elle a été acceptée\u00a0; une nouvelle est demandée à tous.'
    }
    pagination={false}
    start={<CreateLink>Écrire une nouvelle version</CreateLink>}
  >
    <DataTable<MarketTerms> bulkActionButtons={false} rowClick={false} empty={<Hint>Aucune version.</Hint>}>
      <DataTable.Col label="Version du">
        <RecordLink of={({ createdAt }) => formatDateTime(String(createdAt))} />
      </DataTable.Col>
      <DataTable.Col label="Acceptée par" render={({ stores }: MarketTerms) => countWithNoun(stores, 'boutique')} />
      <DataTable.Col label="Texte" render={({ text }: MarketTerms) => excerptOf(text.replaceAll(/[#*_]/g, ''))} />
    </DataTable>
  </RecordList>
);

export const TermsCreate = () => (
  <RecordCreate title="Nouvelle version des conditions">
    <TextField
      source="text"
      label="Texte"
      maxLength={MAX_TERMS}
      rows={16}
      isRequired
      hint={'En Markdown. Chaque commerçant devra l’accepter\u00a0; elle ne pourra plus être changée.'}
    />
  </RecordCreate>
);

export const TermsShow = () => (
  <RecordPage<MarketTerms> titleOf={({ createdAt }) => `Conditions du ${formatDateTime(createdAt)}`}>
    {({ text, stores }) => (
      <Section title={`Acceptées par ${countWithNoun(stores, 'boutique')}`}>
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Typography>
      </Section>
    )}
  </RecordPage>
);
