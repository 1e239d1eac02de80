// What the home page shows first: products and categories, in their order.
import { AutocompleteInput, DataTable, ReferenceInput, required, useGetList } from 'react-admin';
import type { MarketCategory, MarketFeatured } from '#contract/administration/catalogue.ts';
import type { Content } from '#contract/administration/moderation.ts';
import { EditLink } from '../frame/edit-link.tsx';
import { RecordEdit } from '../frame/record-form.tsx';
import { RecordList } from '../frame/record-list.tsx';
import { RowsInput } from '../frame/rows-input.tsx';

const listNames: Record<MarketFeatured['id'], string> = {
  products: 'Produits à la une',
  categories: 'Catégories à la une',
};
const nameOf = (id: unknown) => listNames[id as MarketFeatured['id']];

export const FeaturedLists = () => (
  <RecordList title="À la une" lead="Ce que l’accueil montre en premier, dans cet ordre." pagination={false}>
    <DataTable<MarketFeatured> bulkActionButtons={false} rowClick={false}>
      <DataTable.Col label="Liste">
        <EditLink of={({ id }) => nameOf(id)} />
      </DataTable.Col>
      <DataTable.Col
        label="Contenu"
        render={({ items }: MarketFeatured) => items.map(({ name }) => name).join(', ') || '–'}
      />
    </DataTable>
  </RecordList>
);

const inRow = { helperText: false, fullWidth: true, validate: required('Champ obligatoire') } as const;

const ProductChoice = () => (
  <ReferenceInput source="iri" reference="contents" filter={{ kind: 'products', state: 'visible' }}>
    <AutocompleteInput
      label="Produit"
      optionText={({ content, about }: Content) => `${content} – ${about}`}
      filterToQuery={(text: string) => ({ text })}
      {...inRow}
    />
  </ReferenceInput>
);

function CategoryChoice() {
  const { data = [] } = useGetList<MarketCategory>('categories');
  return (
    <AutocompleteInput
      source="iri"
      label="Catégorie"
      choices={data.map(({ id, name }) => ({ id: `/categories/${id}`, name }))}
      {...inRow}
    />
  );
}

export const FeaturedEdit = () => (
  <RecordEdit<MarketFeatured> titleOf={({ id }) => nameOf(id)}>
    {({ id }) => (
      <RowsInput
        source="items"
        label="Dans cet ordre"
        add={id === 'products' ? 'Ajouter un produit' : 'Ajouter une catégorie'}
        blank={{ iri: '' }}
        isOrdered
      >
        {id === 'products' ? <ProductChoice /> : <CategoryChoice />}
      </RowsInput>
    )}
  </RecordEdit>
);
