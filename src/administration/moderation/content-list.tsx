// Content list: products, stores and reviews, searched by text, with their visibility.
import { DataTable, SelectInput, useListContext } from 'react-admin';
import { type Content, contentKinds } from '#contract/administration/moderation.ts';
import { choicesOf } from '../frame/choices.ts';
import { excerptOf } from '../frame/excerpt.ts';
import { Hint } from '../frame/hint.tsx';
import { Instant } from '../frame/instant.tsx';
import { RecordLink, RecordList } from '../frame/record-list.tsx';
import { SearchField } from '../frame/search-field.tsx';
import { kindNames, stateNames } from './content-texts.ts';

const filters = [
  <SelectInput
    key="kind"
    source="kind"
    label="Sorte"
    alwaysOn
    helperText={false}
    validate={[]}
    choices={choicesOf(kindNames)}
  />,
  <SearchField key="text" source="text" alwaysOn hint="Texte, auteur, boutique" />,
  <SelectInput
    key="state"
    source="state"
    label="État"
    alwaysOn
    emptyText="Tous"
    helperText={false}
    choices={choicesOf(stateNames)}
  />,
];

export const ContentList = () => (
  <RecordList
    title="Contenus"
    lead="Tout ce qui est publié sur le marché. Un contenu masqué n’apparaît plus nulle part, et son auteur en connaît la raison."
    filters={filters}
    filterDefaultValues={{ kind: contentKinds[0] }}
  >
    <Table />
  </RecordList>
);

function Table() {
  const { filterValues } = useListContext();
  const isOfReviews = /reviews$/.test(String(filterValues.kind));
  return (
    <DataTable<Content & { id: string }>
      bulkActionButtons={false}
      empty={<Hint>Rien ne correspond.</Hint>}
      rowClick="show"
    >
      <DataTable.Col label="Contenu">
        <RecordLink of={({ content }) => excerptOf(content)} />
      </DataTable.Col>
      <DataTable.Col
        label="De"
        render={({ about, author }: Content) => [author, about].filter(Boolean).join(', sur ')}
      />
      {isOfReviews && <DataTable.Col label="Note" render={({ rating }: Content) => rating && `${rating}/5`} />}
      <DataTable.Col label="Publié" render={({ createdAt }: Content) => <Instant at={createdAt} />} />
      <DataTable.Col label="État" render={({ state }: Content) => stateNames[state]} />
    </DataTable>
  );
}
