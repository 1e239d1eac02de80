// Hook for the favourites context: marks products and stores on this device.
import { useMemo } from 'react';
import { useFavourites } from '#state/device/favourites.ts';
import { flash } from '#state/page/flash.ts';
import type { FavouriteChoice, FavouriteThing } from '#ui/catalogue/favourites-context.ts';

const onToggle = (of: FavouriteThing) =>
  void import('#state/device/favourite-writes.ts').then(
    ({ toggleFavourite }) => toggleFavourite(of),
    () => flash('Réessayez dans un instant.', 'error'),
  );

export function useFavouriteChoice(): FavouriteChoice {
  const all = useFavourites();
  return useMemo(() => ({ iris: new Set(all.map(({ thing }) => thing['@id'])), onToggle }), [all]);
}
