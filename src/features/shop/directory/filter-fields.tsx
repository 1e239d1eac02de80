// FilterFields: selects of the directory: town, category, order.
import type { Category } from '#contract/catalogue/categories.ts';
import { useTowns } from '#state/api/towns.ts';
import { SelectField } from '#ui/fields/fields.tsx';
import { type DirectoryPlace, OWN_POSITION, townNamed } from './directory-place.ts';

const FILTERED_LEVELS = 2;
export const BEST_RATED = 'DESC';
export const BEST_RATED_WORD = 'Les mieux notées';

export interface DirectoryChoices {
  place: DirectoryPlace | null;
  category: string | undefined;
  rating: typeof BEST_RATED | undefined;
  categories: readonly Category[];
  onCategory: (slug: string) => void;
  onRating: (rating: string) => void;
}

interface FilterFieldsProps extends DirectoryChoices {
  /** A position request is in progress. */
  asking: boolean;
  /** '' for no town. */
  onTown: (name: string) => void;
}

export function FilterFields({ place, category, rating, categories, asking, ...on }: FilterFieldsProps) {
  const towns = useTowns();
  const isListed = place === null || place.name === OWN_POSITION || townNamed(towns, place.name) !== null;
  return (
    <>
      <SelectField
        label="Autour de"
        value={asking ? OWN_POSITION : (place?.name ?? '')}
        onChange={(event) => on.onTown(event.target.value)}
      >
        <option value="">Toutes les villes</option>
        <option value={OWN_POSITION}>{OWN_POSITION}</option>
        {!isListed && <option value={place.name}>{place.name}</option>}
        {towns.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Catégorie" value={category ?? ''} onChange={(event) => on.onCategory(event.target.value)}>
        <option value="">Toutes les catégories</option>
        {categories
          .filter(({ level }) => level <= FILTERED_LEVELS)
          .map(({ '@id': iri, slug, name, level }) => (
            <option key={iri} value={slug}>
              {level > 1 ? `\u00a0\u00a0\u00a0${name}` : name}
            </option>
          ))}
      </SelectField>
      <SelectField label="Trier par" value={rating ?? ''} onChange={(event) => on.onRating(event.target.value)}>
        <option value="">{place ? 'Les plus proches' : 'Par nom'}</option>
        <option value={BEST_RATED}>{BEST_RATED_WORD}</option>
      </SelectField>
    </>
  );
}
