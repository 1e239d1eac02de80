// Events of the market: their list, and the form of one.
import { DataTable } from 'react-admin';
import type { MarketEvent } from '#contract/administration/content.ts';
import { MAX_DESCRIPTION, MAX_NAME } from '#contract/limits.ts';
import { EditLink } from '../frame/edit-link.tsx';
import { excerptOf } from '../frame/excerpt.ts';
import { Hint } from '../frame/hint.tsx';
import { PictureInput } from '../frame/picture-input.tsx';
import { CreateLink, RecordCreate, RecordEdit } from '../frame/record-form.tsx';
import { RecordList } from '../frame/record-list.tsx';
import { TextField } from '../frame/text-field.tsx';
import { SlugField } from './slug-field.tsx';

export const EventList = () => (
  <RecordList
    title="Événements"
    lead={
      'Noël, la fête des bergers… Les commerçants y rattachent leurs produits\u00a0; celui de l’accueil se choisit dans les réglages.'
    }
    pagination={false}
    start={<CreateLink>Annoncer un événement</CreateLink>}
  >
    <DataTable<MarketEvent> bulkActionButtons={false} rowClick={false} empty={<Hint>Aucun événement.</Hint>}>
      <DataTable.Col label="Événement">
        <EditLink of={({ name }) => String(name)} />
      </DataTable.Col>
      <DataTable.Col label="Adresse" render={({ slug }: MarketEvent) => slug} />
      <DataTable.Col label="Texte" render={({ description }: MarketEvent) => excerptOf(description)} />
    </DataTable>
  </RecordList>
);

const Fields = () => (
  <>
    <TextField source="name" label="Nom" maxLength={MAX_NAME} isRequired />
    <TextField source="description" label="Texte" maxLength={MAX_DESCRIPTION} rows={5} />
    <PictureInput source="picture" label="Image" />
  </>
);

export const EventEdit = () => (
  <RecordEdit<MarketEvent>
    titleOf={({ name }) => name}
    deletion="L’événement disparaît du marché. Ses produits restent en vente, sans lui."
  >
    <Fields />
  </RecordEdit>
);

export const EventCreate = () => (
  <RecordCreate title="Nouvel événement" start={{ description: '', picture: null }}>
    <SlugField folder="/evenement" />
    <Fields />
  </RecordCreate>
);
