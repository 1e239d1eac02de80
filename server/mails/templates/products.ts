// Mail template for stock alerts.
import { paths } from '#paths';
import type { Letter } from '../letter.ts';
import type { MailSiteInfo } from '../site.ts';

interface AvailableProduct {
  name: string;
  slug: string;
  store: string;
}

/** To the subscriber of the alert. @param wayOut page that ends all alerts of this address */
export function backInStockLetter(
  { siteName, publicUrl }: MailSiteInfo,
  { name, slug, store }: AvailableProduct,
  wayOut: string,
): Letter {
  return {
    subject: `${siteName}\u00a0: de nouveau en stock, ${name}`,
    blocks: [
      `Vous nous aviez demandé de vous prévenir\u00a0: ${name}, de ${store}, est de nouveau en stock.`,
      { link: 'Voir le produit', to: publicUrl + paths.product.replace(':slug', slug) },
      'C’est le seul message que vous recevrez pour cette demande.',
      { link: 'Ne plus recevoir d’alerte à cette adresse', to: wayOut, quiet: true },
    ],
    from: siteName,
  };
}
