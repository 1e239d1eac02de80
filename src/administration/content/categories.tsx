// Categories of the market: the tree, the form of one, and where its products go.
import { Typography } from '@mui/material';
import { BooleanInput, DataTable, NumberInput, SelectInput, useGetList, useRecordContext } from 'react-admin';
import type { MarketCategory } from '#contract/administration/catalogue.ts';
import { MAX_CATEGORIES, MAX_DESCRIPTION, MAX_LINK, MAX_NAME } from '#contract/limits.ts';
import { EditLink } from '../frame/edit-link.tsx';
import { Section } from '../frame/facts.tsx';
import { Hint } from '../frame/hint.tsx';
import { PictureInput } from '../frame/picture-input.tsx';
import { CreateLink, RecordCreate, RecordEdit } from '../frame/record-form.tsx';
import { RecordList } from '../frame/record-list.tsx';
import { TextField } from '../frame/text-field.tsx';
import { TextForm } from '../frame/text-form.tsx';
import { call } from '../session/current.ts';
import { SlugField } from './slug-field.tsx';

const useCategories = () => useGetList<MarketCategory>('categories').data ?? [];

/** 'Épicerie › Fromages' */
function pathOf(category: MarketCategory, all: readonly MarketCategory[]): string {
  const above = all.find(({ id }) => id === category.parent);
  return above ? `${pathOf(above, all)} › ${category.name}` : category.name;
}

export const CategoryList = () => (
  <RecordList
    title="Catégories"
    lead="Ce que le marché vend, sur trois niveaux au plus. Les produits sont dans une catégorie sans sous-catégorie."
    pagination={false}
    start={<CreateLink>Ajouter une catégorie</CreateLink>}
  >
    <DataTable<MarketCategory> bulkActionButtons={false} rowClick={false} empty={<Hint>Aucune catégorie.</Hint>}>
      <DataTable.Col label="Catégorie">
        <Indented />
      </DataTable.Col>
      <DataTable.Col label="Adresse" render={({ slug }: MarketCategory) => slug} />
      <DataTable.Col
        label="Produits"
        render={({ products, level }: MarketCategory) => (products > 0 || level === 3 ? products : '')}
      />
    </DataTable>
  </RecordList>
);

function Indented() {
  const level = useRecordContext<MarketCategory>()?.level ?? 1;
  return (
    <Typography component="span" variant="inherit" sx={{ display: 'block', pl: (level - 1) * 3 }}>
      <EditLink of={({ name }) => String(name)} />
    </Typography>
  );
}

/** @param own absent: a new one */
function Fields({ own }: { own?: MarketCategory }) {
  const all = useCategories();
  const above = all.filter(({ level, id }) => level < 3 && id !== own?.id);
  return (
    <>
      <TextField source="name" label="Nom" maxLength={MAX_NAME} isRequired />
      <SelectInput
        source="parent"
        label="Dans"
        choices={above.map((each) => ({ id: each.id, name: pathOf(each, all) }))}
        emptyText="Aucune (premier niveau)"
        format={(id: string | null) => (above.some((each) => each.id === id) ? id : '')}
        parse={(id: string) => id || null}
        helperText={false}
        fullWidth
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      />
      <NumberInput
        source="position"
        label="Place parmi ses voisines"
        helperText={'Vide\u00a0: après les autres.'}
        min={1}
        max={MAX_CATEGORIES}
        step={1}
      />
      <PictureInput source="picture" label="Image" />
      <BooleanInput source="labelFermier" label="Label fermier" helperText="Ses produits portent le label." />
      <TextField source="labelFermierDescription" label="Texte du label" maxLength={MAX_DESCRIPTION} rows={3} />
      <TextField source="labelFermierUrl" label="Adresse web du label" maxLength={MAX_LINK} isNullable />
    </>
  );
}

export const CategoryEdit = () => (
  <RecordEdit<MarketCategory>
    titleOf={({ name }) => name}
    lead={({ slug }) => `/categorie/${slug}`}
    deletion="La catégorie disparaît du marché."
    after={(category) => <Move category={category} />}
  >
    {(category) => <Fields own={category} />}
  </RecordEdit>
);

function Move({ category: { id, products } }: { category: MarketCategory }) {
  const all = useCategories();
  const parents = new Set(all.map(({ parent }) => parent));
  const others = all.filter((each) => each.id !== id && !parents.has(each.id));
  if (products === 0 || others.length === 0) return null;
  return (
    <Section title="Déplacer ses produits">
      <TextForm
        label="Déplacer les produits"
        fields={[
          {
            name: 'to',
            label: 'Les mettre tous dans',
            hint: 'Avant de la supprimer, ou de lui donner des sous-catégories.',
            choices: others.map((each) => ({ id: each.id, name: pathOf(each, all) })),
          },
        ]}
        values={{ to: '' }}
        submit="Déplacer les produits"
        done="Les produits sont dans leur nouvelle catégorie."
        isCleared
        send={(body) => call('administration.moveProducts', { params: { id }, body })}
      />
    </Section>
  );
}

const start = {
  ...{ parent: null, position: null, picture: null },
  ...{ labelFermier: false, labelFermierDescription: '', labelFermierUrl: null },
};

export const CategoryCreate = () => (
  <RecordCreate title="Nouvelle catégorie" start={start}>
    <SlugField folder="/categorie" />
    <Fields />
  </RecordCreate>
);
