// Builders of database rows for tests without the demo market: each fills in the values that do not matter.
import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import type { Db } from '#server/db/client.ts';
import { users } from '#server/db/schema/accounts.ts';
import { categories, productOptions, productOptionValues, products } from '#server/db/schema/catalogue.ts';
import { deliveryMethods, deliveryPrices } from '#server/db/schema/content.ts';
import { carts } from '#server/db/schema/sales.ts';
import { storeMembers, stores } from '#server/db/schema/stores.ts';
import { DEMO_PASSWORD } from './test-server.ts';

let passwordHash: Promise<string> | undefined;
/** Cheap hashing, since tests make thousands of logins. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };
export const unique = (stem: string) => `${stem}-${randomUUID().slice(0, 8)}`;

async function inserted<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  if (!row) throw new Error('Nothing was inserted.');
  return row;
}

/** Logs in with `DEMO_PASSWORD`. */
export async function makeUser(db: Db, values: Partial<typeof users.$inferInsert> = {}) {
  passwordHash ??= hash(DEMO_PASSWORD, cheap);
  const email = values.email ?? `${unique('personne')}@etal.test`;
  return inserted(
    db
      .insert(users)
      .values({
        username: email.split('@')[0] ?? email,
        passwordHash: await passwordHash,
        emailConfirmedAt: new Date(),
        ...values,
        email,
      })
      .returning(),
  );
}

/** No company has a SIREN that begins with three zeros. */
export const LEGAL_IDENTITY = {
  legalName: 'Maison Témoin',
  legalForm: 'SARL',
  siret: '00041200700015',
  vatNumber: 'FR59000412007',
};

/** A store that sells online, and its owner unless `ownerId` names one. */
export async function makeStore(
  db: Db,
  { ownerId: given, ...values }: Partial<typeof stores.$inferInsert> & { ownerId?: string } = {},
) {
  const ownerId = given ?? (await makeUser(db)).id;
  const slug = values.slug ?? unique('boutique');
  const store = await inserted(
    db
      .insert(stores)
      .values({
        name: `Boutique ${slug}`,
        plan: 'E-commerce',
        ready: true,
        deliveryMethods: ['store', 'home', 'relay', 'custom_store', 'custom_relay', 'demat'],
        address1: '1 place du Marché',
        postalCode: '55000',
        city: 'Bar-le-Duc',
        legalIdentity: LEGAL_IDENTITY,
        latitude: 48.7712,
        longitude: 5.1624,
        ...values,
        slug,
      })
      .returning(),
  );
  await makeMember(db, { storeId: store.id, userId: ownerId, role: 'owner' });
  return { ...store, ownerId };
}

/** Another person of a store, who logs in with `DEMO_PASSWORD`. */
export async function makeMember(
  db: Db,
  { storeId, role, userId }: { storeId: string; role: StoreRole; userId?: string },
): Promise<string> {
  const member = userId ?? (await makeUser(db)).id;
  await db.insert(storeMembers).values({ storeId, role, userId: member });
  return member;
}

let bound = 1;

export async function makeCategory(db: Db, values: Partial<typeof categories.$inferInsert> = {}) {
  const slug = values.slug ?? unique('rayon');
  bound += 2;
  return inserted(
    db
      .insert(categories)
      .values({ name: `Rayon ${slug}`, level: 1, lft: bound, rgt: bound + 1, ...values, slug })
      .returning(),
  );
}

/** A published product at 10,00 € with unlimited stock. */
export async function makeProduct(db: Db, values: Partial<typeof products.$inferInsert> = {}) {
  const storeId = values.storeId ?? (await makeStore(db)).id;
  const categoryId = values.categoryId ?? (await makeCategory(db)).id;
  const slug = values.slug ?? unique('produit');
  return inserted(
    db
      .insert(products)
      .values({
        name: `Produit ${slug}`,
        published: true,
        price: 1000,
        weight: 500,
        length: 10,
        width: 10,
        height: 10,
        ...values,
        slug,
        storeId,
        categoryId,
      })
      .returning(),
  );
}

/** @param prices of its values, in cents */
/** After the options that the product has. */
export async function makeOption(db: Db, productId: string, name: string, prices: Record<string, number>) {
  const position = await db.$count(productOptions, eq(productOptions.productId, productId));
  const option = await inserted(db.insert(productOptions).values({ productId, name, position }).returning());
  const values = await db
    .insert(productOptionValues)
    .values(
      Object.entries(prices).map(([value, price], position) => ({ optionId: option.id, name: value, price, position })),
    )
    .returning();
  return { ...option, values };
}

export async function makeCart(db: Db, values: Partial<typeof carts.$inferInsert> = {}) {
  return inserted(db.insert(carts).values(values).returning());
}

/** The names and carrier prices of every market. */
export async function makeDelivery(db: Db): Promise<void> {
  await db
    .insert(deliveryMethods)
    .values([
      { shippingType: 'store', name: 'Retrait en boutique' },
      { shippingType: 'home', name: 'Livraison à domicile' },
      { shippingType: 'relay', name: 'Livraison en point relais' },
      { shippingType: 'custom_store', name: 'Livraison par la boutique' },
      { shippingType: 'custom_relay', name: 'Point relais de la boutique' },
      { shippingType: 'demat', name: 'Envoi par e-mail' },
    ])
    .onConflictDoNothing();
  await db
    .insert(deliveryPrices)
    .values([
      { shippingType: 'home', maxWeight: 1000, price: 690 },
      { shippingType: 'home', maxWeight: 30_000, price: 1490 },
      { shippingType: 'relay', maxWeight: 1000, price: 450 },
      { shippingType: 'relay', maxWeight: 30_000, price: 990 },
    ])
    .onConflictDoNothing();
}
