// Web app manifest of the market.
import { DEFAULT_BRAND, PAPER } from '#domain/brand-colors.ts';
import { paths } from '#paths';

export interface ManifestParts {
  siteName: string;
  shortName: string;
  description: string;
  brandColor: string | null;
  /** Changes with the icons. */
  iconVersion: string;
  screenshots: readonly { src: string; sizes: string; form: 'narrow' | 'wide' }[];
}

const screenshotLabels = { narrow: 'L’accueil du marché', wide: 'Le marché sur grand écran' } as const;

export function presentWebManifest({ siteName, shortName, description, ...parts }: ManifestParts): string {
  const icon = (name: string, side: number, purpose?: 'maskable') => ({
    src: `/icons/${name}?v=${parts.iconVersion}`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    ...(purpose && { purpose }),
  });
  return JSON.stringify({
    id: '/',
    name: siteName,
    short_name: shortName,
    ...(description && { description }),
    lang: 'fr',
    dir: 'ltr',
    start_url: '/?source=pwa',
    scope: '/',
    display: 'standalone',
    theme_color: parts.brandColor ?? DEFAULT_BRAND,
    background_color: PAPER,
    categories: ['shopping'],
    icons: [icon('icon-192.png', 192), icon('icon-512.png', 512), icon('icon-maskable-512.png', 512, 'maskable')],
    shortcuts: [
      { name: 'Mon panier', url: paths.cart },
      { name: 'Les boutiques', url: paths.stores },
      { name: 'Mes commandes de boutique', url: paths.merchantOrders },
    ],
    ...(parts.screenshots.length > 0 && {
      screenshots: parts.screenshots.map(({ form, ...file }) => ({
        ...file,
        type: 'image/webp',
        form_factor: form,
        label: screenshotLabels[form],
      })),
    }),
  });
}
