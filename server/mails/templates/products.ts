// The mail about a product that is there again.
import { paths } from '#paths';
import type { Letter } from '../letter.ts';
import type { Site } from '../site.ts';

interface Available {
  name: string;
  slug: string;
  store: string;
}

/** To whoever asked to be told. */
export function backInStock({ siteName, publicUrl }: Site, { name, slug, store }: Available): Letter {
  return {
    subject: `${siteName}\u00a0: de nouveau en stock, ${name}`,
    blocks: [
      `Vous nous aviez demandé de vous prévenir\u00a0: ${name}, de ${store}, est de nouveau en stock.`,
      { link: 'Voir le produit', to: publicUrl + paths.product.replace(':slug', slug) },
      'C’est le seul message que vous recevrez pour cette demande.',
    ],
    from: siteName,
  };
}
