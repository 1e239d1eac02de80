import type { storeImages as storeImagesTable, stores as storesTable } from '../../db/schema/shops.ts';
import { uuidOf } from '../../drawing/random.ts';
import { openingHoursOf, typeset } from '../french-text.ts';
import type { DemoShop } from '../market.ts';
import { shops } from '../shops.ts';
import { placeOf } from '../towns.ts';
import { merchantEmailOf, userIdOf } from './accounts.ts';
import type { Album } from './album.ts';
import type { Moments } from './moments.ts';

export type StoreRow = typeof storesTable.$inferInsert & { id: string };
type StoreImageRow = typeof storeImagesTable.$inferInsert;

export const storeIdOf = (slug: string): string => uuidOf(`store:${slug}`);

const namesOfScenes: Record<string, string> = {
  stall: "L'étal",
  shelves: 'Les rayons',
  front: 'La devanture',
  countryside: 'Le pays autour',
};

/** Shops whose pictures are looked at in full. */
const detailed = new Set([
  'fromagerie-du-chatel',
  'brasserie-des-trois-ponts',
  'atelier-de-la-vigne',
  'salon-belle-rive',
]);

function socialLinks({ slug, social = [] }: DemoShop) {
  const handle = slug.replaceAll('-', '.');
  const link = (name: (typeof social)[number], address: string) => (social.includes(name) ? address : null);
  return {
    website: link('website', `https://www.${slug}.example`),
    facebook: link('facebook', `https://www.facebook.com/etal.demo.${handle}`),
    instagram: link('instagram', `https://www.instagram.com/etal.demo.${handle}`),
    twitter: link('twitter', `https://x.com/etal_demo`),
    snapchat: link('snapchat', `https://www.snapchat.com/add/etal.demo`),
  };
}

function deliveryTerms(shop: DemoShop) {
  return {
    deliveryMethods: shop.delivery,
    paymentOnDelivery: shop.paymentOnDelivery !== undefined,
    paymentOnDeliveryInformation: typeset(shop.paymentOnDelivery ?? ''),
    freeDeliveryPriceFromAmount: shop.freeDeliveryFrom ?? null,
    customShippingPrice: shop.customShippingPrice ?? 0,
    minimumDelivery: shop.minimumDelivery ?? 0,
    customShippingMaxDistance: shop.customShippingMaxDistance ?? null,
    distancePriceLevels: shop.tiers ?? [],
    relayPoint: typeset(shop.relay?.title ?? ''),
    relayPointInformation: typeset(shop.relay?.information ?? ''),
    relayPointPrice: shop.relay?.price ?? 0,
  };
}

export function storeRows(album: Album, { ago }: Moments): { stores: StoreRow[]; storeImages: StoreImageRow[] } {
  const storeImages: StoreImageRow[] = [];
  const stores = shops.map((shop): StoreRow => {
    const id = storeIdOf(shop.slug);
    const place = placeOf(shop.town);
    const [latitude, longitude] = shop.shift;
    shop.gallery.forEach((view, position) => {
      const [scene = '', ...shown] = view.split(' ');
      const recipe = `${scene} ${shop.slug} ${shown.join(' ')}`;
      const side = position === 0 && detailed.has(shop.slug) ? 1080 : 720;
      const caption = namesOfScenes[scene] ?? shop.name;
      const imageId = album.add(`store:${shop.slug}:${position}`, { kind: 'scene', recipe, side }, caption, id);
      storeImages.push({ storeId: id, imageId, position });
    });
    const logo = { kind: 'sign', recipe: `${shop.slug} ${shop.sign}`, side: 480 } as const;
    return {
      id,
      slug: shop.slug,
      name: shop.name,
      ownerId: userIdOf(merchantEmailOf(shop)),
      description: typeset(shop.description),
      aboutText: typeset(shop.about),
      logoId: album.add(`logo:${shop.slug}`, logo, 'Enseigne', id),
      youtubeVideoId: shop.video ?? null,
      ...socialLinks(shop),
      phoneNumber: shop.phone,
      email: merchantEmailOf(shop),
      latitude: Number((place.latitude + latitude).toFixed(5)),
      longitude: Number((place.longitude + longitude).toFixed(5)),
      address1: shop.address,
      address2: shop.address2 ?? '',
      postalCode: place.postalCode,
      city: shop.town,
      placeOfSales: typeset(shop.placeOfSales),
      additionalInformation: typeset(shop.information ?? ''),
      openingHours: shop.hours.map(openingHoursOf),
      plan: shop.plan,
      ready: shop.ready,
      takesAppointments: shop.appointments ?? false,
      takesEstimates: shop.estimates ?? false,
      ...deliveryTerms(shop),
      createdAt: ago(shop.age),
    };
  });
  return { stores, storeImages };
}
