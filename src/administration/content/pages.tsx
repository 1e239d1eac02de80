// Pages of the market: their list, and the form of one.
import { DataTable, NumberInput, SelectInput } from 'react-admin';
import type { MarketPage } from '#contract/administration/content.ts';
import { MAX_NAME, MAX_PAGE_POSITION, MAX_PAGE_TEXT } from '#contract/limits.ts';
import { EditLink } from '../frame/edit-link.tsx';
import { Hint } from '../frame/hint.tsx';
import { CreateLink, RecordCreate, RecordEdit } from '../frame/record-form.tsx';
import { RecordList } from '../frame/record-list.tsx';
import { TextField } from '../frame/text-field.tsx';
import { SlugField } from './slug-field.tsx';

const placeNames: Record<MarketPage['place'], string> = {
  plateforme: 'La plateforme',
  'nous-contacter': 'Nous contacter',
  aide: 'Aide',
  'pied-de-page': 'Bas de page',
};
const places = Object.entries(placeNames).map(([id, name]) => ({ id, name }));

export const PageList = () => (
  <RecordList
    title="Pages"
    lead="Mentions légales, conditions, aide… Elles sont en bas de chaque page du marché."
    pagination={false}
    start={<CreateLink>Écrire une page</CreateLink>}
  >
    <DataTable<MarketPage> bulkActionButtons={false} rowClick={false} empty={<Hint>Aucune page.</Hint>}>
      <DataTable.Col label="Page">
        <EditLink of={({ name }) => String(name)} />
      </DataTable.Col>
      <DataTable.Col label="Rubrique" render={({ place }: MarketPage) => placeNames[place]} />
      <DataTable.Col label="Adresse" render={({ slug }: MarketPage) => `/page/${slug}`} />
    </DataTable>
  </RecordList>
);

const Fields = () => (
  <>
    <TextField source="name" label="Titre" maxLength={MAX_NAME} isRequired />
    <SelectInput source="place" label="Rubrique" choices={places} helperText={false} fullWidth validate={[]} />
    <NumberInput
      source="position"
      label="Ordre dans la rubrique"
      helperText={false}
      min={0}
      max={MAX_PAGE_POSITION}
      step={1}
    />
    <TextField
      source="description"
      label="Texte"
      maxLength={MAX_PAGE_TEXT}
      rows={12}
      isRequired
      hint={'En Markdown\u00a0: ## pour un titre, - pour une liste, **gras**, [texte du lien](adresse).'}
    />
  </>
);

export const PageEdit = () => (
  <RecordEdit<MarketPage>
    titleOf={({ name }) => name}
    lead={({ slug }) => `/page/${slug}`}
    deletion="La page disparaît du marché, et les liens vers elle ne mènent plus à rien."
  >
    <Fields />
  </RecordEdit>
);

export const PageCreate = () => (
  <RecordCreate title="Nouvelle page" start={{ place: 'plateforme', position: 0 }}>
    <SlugField folder="/page" />
    <Fields />
  </RecordCreate>
);
