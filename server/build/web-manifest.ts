// Web app manifest.
import type { VitePWAOptions } from 'vite-plugin-pwa';

export const webManifest: VitePWAOptions['manifest'] = {
  id: '/',
  name: 'Étal, le shopping autrement',
  short_name: 'Étal',
  description:
    'La place de marché des commerçants et artisans de la Meuse : un panier pour plusieurs boutiques, même sans réseau.',
  lang: 'fr',
  dir: 'ltr',
  start_url: '/?source=pwa',
  scope: '/',
  display: 'standalone',
  theme_color: '#1f5a41',
  background_color: '#fbf6ec',
  categories: ['shopping', 'food'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  shortcuts: [
    { name: 'Mon panier', url: '/commande/panier' },
    { name: 'Les boutiques', url: '/boutiques' },
    { name: 'Mes commandes de boutique', url: '/admin/boutique/store/commandes' },
  ],
  screenshots: [
    {
      src: '/screenshots/phone.webp',
      sizes: '720x1480',
      type: 'image/webp',
      form_factor: 'narrow',
      label: 'L’accueil du marché',
    },
    {
      src: '/screenshots/desktop.webp',
      sizes: '2560x1600',
      type: 'image/webp',
      form_factor: 'wide',
      label: 'Le marché sur grand écran',
    },
  ],
};
