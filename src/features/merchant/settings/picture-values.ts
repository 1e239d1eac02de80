// Picture form values: logo and pictures of the store.

import type { MerchantStore } from '#contract/catalogue/stores.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import { picturesIn } from '#state/merchant/own-store.ts';

export interface PictureValues {
  /** At most one. */
  logo: string[];
  images: string[];
}

export function pictureValues({ logo, images }: MerchantStore, waiting: readonly StoreChanges[]): PictureValues {
  const pictures = { logo: logo?.['@id'] ?? null, images: images.map((image) => image['@id']), ...picturesIn(waiting) };
  return { logo: pictures.logo ? [pictures.logo] : [], images: pictures.images };
}

export const pictureChanges = ({ logo, images }: PictureValues): StoreChanges => ({ logo: logo[0] ?? null, images });
