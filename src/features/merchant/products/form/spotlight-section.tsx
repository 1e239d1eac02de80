// Spotlight section: features, events, further categories, related products.
import { useFormContext } from 'react-hook-form';
import { useApiQuery } from '#state/api/query.ts';
import { useOwnProducts } from '#state/merchant/products.ts';
import type { Choosable } from '#ui/fields/several-field.tsx';
import { CheckboxField } from '#ui/fields/text-fields.tsx';
import { ProductSeveralField } from './fields/several-field.tsx';
import type { ProductValues } from './product-values.ts';

interface SpotlightSectionProps {
  categories: readonly Choosable[] | undefined;
  /** Id of the product; null for a new one. */
  id: string | null;
}

const choosable = (one: { '@id': string; name: string }): Choosable => ({ iri: one['@id'], name: one.name });

export function SpotlightSection({ categories, id }: SpotlightSectionProps) {
  const { register, watch } = useFormContext<ProductValues>();
  const main = watch('category');
  const events = useApiQuery('events.list', {}).data?.['hydra:member'].map(choosable);
  const products = useOwnProducts()
    .data?.['hydra:member'].filter((product) => product.id !== id)
    .map(choosable);
  return (
    <>
      <CheckboxField label="Nouveauté" {...register('news')} />
      <CheckboxField label="Incontournable" {...register('inevitable')} />
      <CheckboxField label="Offre du moment" {...register('currentOffers')} />
      <ProductSeveralField name="events" label="Événements" add="Ajouter un événement" choices={events} />
      <ProductSeveralField
        name="categories"
        label="Autres catégories"
        add="Ajouter une catégorie"
        choices={categories?.filter(({ iri }) => iri !== main)}
      />
      <ProductSeveralField
        name="associatedProducts"
        label="Produits associés"
        hint="Proposés sur la page de ce produit."
        add="Ajouter un produit"
        choices={products}
      />
    </>
  );
}
