// Rows of an import, kind by kind in dependency order.
// Guarantee: runs in the caller's transaction and opens none.
import { eq, inArray, sql } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { categories, events, vatRates } from '../../db/schema/catalogue.ts';
import {
  configurations,
  deliveryMethods,
  deliveryPrices,
  featuredCategories,
  featuredProducts,
  pages,
  relayPoints,
} from '../../db/schema/content.ts';
import { coupons } from '../../db/schema/sales.ts';
import { terms } from '../../db/schema/stores.ts';
import { createAccount, findAccount, setAdministrator } from '../accounts/accounts.ts';
import type { ImportWriter } from './import-writer.ts';
import type { Plan } from './plan.ts';
import { writeImages } from './write-images.ts';
import { writeProducts } from './write-products.ts';
import { assignStoreIds, writeStores } from './write-stores.ts';

export async function writeAll(writing: ImportWriter, plan: Plan, passwordHash: string): Promise<void> {
  assignStoreIds(writing);
  await writeImages(writing, plan);
  await writePrices(writing);
  await writePeople(writing, passwordHash);
  await writeTerms(writing);
  await writeCategories(writing, plan);
  await writeEvents(writing);
  await writeStores(writing);
  await writeProducts(writing);
  await writeCoupons(writing);
  await writeContent(writing);
}

/** One millisecond apart, since terms are versions by time. */
async function writeTerms({ tx, of, fresh, now }: ImportWriter): Promise<void> {
  for (const [at, { values }] of of('terms').entries()) {
    const createdAt = fresh.createdAt(`terms:${at}`) ?? new Date(now.getTime() + at);
    await tx.insert(terms).values({ id: fresh.id(`terms:${at}`), terms: values.text, createdAt });
  }
}

async function writePrices({ tx, of, ids, fresh }: ImportWriter): Promise<void> {
  for (const { key, values } of of('vatRate')) {
    const id = ids.vatRate.get(key);
    if (id !== undefined) await tx.update(vatRates).set(values).where(eq(vatRates.id, id));
    else {
      const made = fresh.id(`vat:${key}`);
      await tx.insert(vatRates).values({ ...values, id: made, rate: Number(key) });
      ids.vatRate.set(key, made);
    }
  }
  for (const { key: shippingType, values } of of('deliveryMethod')) {
    await tx
      .insert(deliveryMethods)
      .values({ shippingType, ...values })
      .onConflictDoUpdate({ target: deliveryMethods.shippingType, set: values });
  }
  for (const { key: shippingType, values } of of('carrierPrices')) {
    await tx.delete(deliveryPrices).where(eq(deliveryPrices.shippingType, shippingType));
    const rows = values.prices.map((price) => ({ shippingType, ...price }));
    if (rows.length > 0) await tx.insert(deliveryPrices).values(rows);
  }
}

async function writePeople({ tx, of, ids, fresh, now }: ImportWriter, passwordHash: string): Promise<void> {
  for (const { key: email, values } of of('person')) {
    const { username } = values;
    const known = await findAccount(tx, email);
    if (known) await tx.update(users).set({ username }).where(eq(users.id, known.id));
    const what = `user:${email}`;
    const id =
      known?.id ??
      (await createAccount(tx, { id: fresh.id(what), email, username, passwordHash }, fresh.createdAt(what) ?? now));
    ids.person.set(email, id);
    if (values.admin !== undefined) await setAdministrator(tx, id, values.admin);
  }
}

async function writeCategories({ tx, of, ids, image, fresh }: ImportWriter, plan: Plan): Promise<void> {
  for (const { key: slug, values } of of('category')) {
    const { picture, parent: _parent, position: _position, ...columns } = values;
    const own = { ...columns, imageId: image(picture, null) };
    const id = ids.category.get(slug);
    if (id !== undefined) await tx.update(categories).set(own).where(eq(categories.id, id));
    else {
      const made = fresh.id(`category:${slug}`);
      await tx.insert(categories).values({ ...own, id: made, slug, level: 1, lft: 0, rgt: 0 });
      ids.category.set(slug, made);
    }
  }
  for (const [slug, { parent, ...bounds }] of plan.tree ?? []) {
    const parentId = parent === null ? null : (ids.category.get(parent) ?? null);
    await tx
      .update(categories)
      .set({ ...bounds, parentId })
      .where(eq(categories.slug, slug));
  }
}

async function writeEvents({ tx, of, ids, image, fresh }: ImportWriter): Promise<void> {
  for (const { key: slug, values } of of('event')) {
    const { picture, ...columns } = values;
    const own = { ...columns, imageId: image(picture, null) };
    const [written] = await tx
      .insert(events)
      .values({ ...own, id: fresh.id(`event:${slug}`), slug })
      .onConflictDoUpdate({ target: events.slug, set: own })
      .returning();
    if (written) ids.event.set(slug, written.id);
  }
}

async function writeCoupons({ tx, of, ids, idOf, fresh, now }: ImportWriter): Promise<void> {
  const given = of('coupon');
  for (const [at, { key, values }] of given.entries()) {
    const { shop, expirationDate, products, ...columns } = values;
    const own = {
      ...columns,
      productIds: products?.map((slug) => idOf('product', slug)) ?? null,
      expirationDate: expirationDate === null ? null : new Date(expirationDate),
    };
    const id = ids.coupon.get(key);
    if (id === undefined) {
      const what = `coupon:${values.code}`;
      // One millisecond apart, for a stable order by age.
      const inOrder = new Date(now.getTime() - (given.length - at));
      const first = { id: fresh.id(what), storeId: idOf('shop', shop), createdAt: fresh.createdAt(what) ?? inOrder };
      await tx.insert(coupons).values({ ...own, ...first });
    } else {
      const version = sql`${coupons.version} + 1`;
      await tx
        .update(coupons)
        .set({ ...own, version })
        .where(eq(coupons.id, id));
    }
  }
}

async function writeContent({ tx, of, image, idOf, fresh }: ImportWriter): Promise<void> {
  for (const { key: slug, values } of of('page')) {
    await tx
      .insert(pages)
      .values({ id: fresh.id(`page:${slug}`), slug, ...values })
      .onConflictDoUpdate({ target: pages.slug, set: values });
  }
  for (const { key, values } of of('setting')) {
    const own = { value: values.value, valueImageId: image(values.picture, null) };
    await tx
      .insert(configurations)
      .values({ key, ...own })
      .onConflictDoUpdate({ target: configurations.key, set: own });
  }
  for (const { key, values } of of('featured')) {
    const ranked = values.slugs.map((slug, at) => ({ slug, rank: at + 1 }));
    if (key === 'products') {
      await tx.delete(featuredProducts);
      const rows = ranked.map(({ slug, rank }) => ({ productId: idOf('product', slug), rank }));
      if (rows.length > 0) await tx.insert(featuredProducts).values(rows);
    } else {
      await tx.delete(featuredCategories);
      const rows = ranked.map(({ slug, rank }) => ({ categoryId: idOf('category', slug), rank }));
      if (rows.length > 0) await tx.insert(featuredCategories).values(rows);
    }
  }
  const points = of('relayPoint');
  const keys = points.map(({ key }) => key);
  if (keys.length > 0) await tx.delete(relayPoints).where(inArray(relayPoints.id, keys));
  for (const { key: id, values } of points) await tx.insert(relayPoints).values({ id, ...values });
}
