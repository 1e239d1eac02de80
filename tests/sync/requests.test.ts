// Letters to stores, reviews and requests: written offline, sent once, and returned when refused.
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { productReviews, storeAppointments, storeMessages } from '#server/db/schema/requests.ts';
import { stores } from '#server/db/schema/stores.ts';
import { ownerRows } from '#sync/outbox/rows.ts';
import { listConflicts } from '#sync/pending/conflicts.ts';
import { listPendingWrites } from '#sync/pending/waiting.ts';
import { makeProduct, makeStore, makeUser } from '../support/builders.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../support/test-server.ts';
import { type Machine, newMachine } from './device.ts';
import { calm, newProfile, openPage, type Page, type Profile } from './page.ts';

let market: TestMarket;
let machine: Machine;
let network: Network;
let profile: Profile;
let page: Page;
let store: Awaited<ReturnType<typeof makeStore>>;

beforeAll(async () => {
  market = await startTestMarket({ database: 'pglite', now: () => new Date(machine?.time.now ?? Date.now()) });
});
afterAll(() => market.close());
beforeEach(async () => {
  machine = newMachine();
  network = createNetwork(market.app, () => machine.time.now);
  profile = newProfile();
  store = await makeStore(market.db, { takesAppointments: true });
  page = await openPage(market, machine, network, profile);
  await page.session.login((await makeUser(market.db)).email, DEMO_PASSWORD);
});
afterEach(() => page.kill());

const DAY = 24 * 3_600_000;
const about = () => ({ slug: store.slug, name: store.name });
const iri = () => `/stores/${store.id}`;
const slot = { date: '2026-11-21', beginHour: '10:00', endHour: '11:00' };
const requestAppointment = (timeSlots = [slot]) =>
  page.submit({
    type: 'appointments.create',
    args: { store: iri(), about: about(), message: 'Une coupe.', timeSlots },
  });
const writeTo = (message = 'Bonjour') =>
  page.submit({ type: 'messages.create', args: { store: iri(), about: about(), subject: 'Plateau', message } });
const storedMessages = () => market.db.select().from(storeMessages).where(eq(storeMessages.storeId, store.id));

test('a pending request has its own sentence, and is sent once the network is back', async () => {
  const product = await makeProduct(market.db, { storeId: store.id, name: 'Tomme' });
  network.up = false;
  await writeTo();
  const reviewed = { slug: product.slug, name: product.name };
  const review = { product: `/products/${product.id}`, author: 'Odile', rating: 4, text: 'Du goût.' };
  await page.submit({ type: 'productReviews.create', args: { ...review, about: reviewed } });
  await page.drain();
  const waiting = await listPendingWrites(page.local, await page.currentOwner());
  expect(waiting.map(({ sentence }) => sentence)).toEqual([
    `Écrire à «\u00a0${store.name}\u00a0»`,
    'Donner un avis sur «\u00a0Tomme\u00a0»',
  ]);
  expect(waiting.map(({ editable }) => editable)).toEqual([
    { screen: 'store', params: { slug: store.slug }, part: 'contact' },
    { screen: 'product', params: { slug: product.slug }, part: 'reviews' },
  ]);
  expect(await storedMessages()).toEqual([]);

  network.up = true;
  machine.time.now += 60_000;
  await page.drain({ eager: true });
  expect(await ownerRows(page.local.db, await page.currentOwner())).toEqual([]);
  expect(await storedMessages()).toMatchObject([{ subject: 'Plateau', message: 'Bonjour' }]);
  const reviews = await market.db.select().from(productReviews).where(eq(productReviews.productId, product.id));
  expect(reviews).toMatchObject([{ author: 'Odile', rating: 4, text: 'Du goût.' }]);
});

test('a review rewritten without a network follows the one before it, for any outcome of that, and replaces it', async () => {
  const product = await makeProduct(market.db, { storeId: store.id, name: 'Tomme' });
  const reviewed = { slug: product.slug, name: product.name };
  const say = (rating: number, text: string) =>
    page.submit({
      type: 'productReviews.create',
      args: { product: `/products/${product.id}`, about: reviewed, author: 'Odile', rating, text },
    });
  const kept = async () =>
    (await market.db.select().from(productReviews).where(eq(productReviews.productId, product.id))).map(
      ({ rating, text }) => [rating, text],
    );
  network.plan('lost');
  await say(2, 'Trop salé.');
  await say(5, 'Meilleur au repas.');
  await page.drain();
  // Its answer was lost: the second does not overtake it.
  expect(await kept()).toEqual([[2, 'Trop salé.']]);
  machine.time.now += 60_000;
  await page.drain({ eager: true });
  expect(await ownerRows(page.local.db, await page.currentOwner())).toEqual([]);
  expect(await kept()).toEqual([[5, 'Meilleur au repas.']]);
});

test('a letter whose answer is lost is sent again and is one letter', async () => {
  network.plan('lost');
  await writeTo();
  await page.drain();
  machine.time.now += 60_000;
  await page.drain({ eager: true });
  expect(await ownerRows(page.local.db, await page.currentOwner())).toEqual([]);
  expect(await storedMessages()).toHaveLength(1);
});

test('a request for a past slot is returned with its text, and the rest continues', async () => {
  network.up = false;
  await requestAppointment();
  await writeTo('Après');
  machine.time.now += 2 * DAY;
  network.up = true;
  await page.drain({ eager: true });
  const kept = await market.db.select().from(storeAppointments).where(eq(storeAppointments.storeId, store.id));
  expect(kept).toEqual([]);
  expect(await storedMessages()).toHaveLength(1);
  const cards = await listConflicts(page.local, await page.currentOwner());
  expect(cards).toMatchObject([
    {
      kind: 'refused',
      type: 'appointments.create',
      text: 'Un créneau proposé est déjà passé.',
      content: { args: { message: 'Une coupe.', timeSlots: [slot] } },
      violations: [{ propertyPath: 'timeSlots.0.date', message: 'Ce créneau est déjà passé.' }],
      editable: { screen: 'store', params: { slug: store.slug }, part: 'contact' },
    },
  ]);
});

test('a letter to a store closed meanwhile is refused with a readable sentence', async () => {
  network.up = false;
  await writeTo();
  await market.db.update(stores).set({ published: false }).where(eq(stores.id, store.id));
  network.up = true;
  await page.drain({ eager: true });
  const cards = await listConflicts(page.local, await page.currentOwner());
  expect(cards).toMatchObject([{ kind: 'refused', text: 'Cette boutique n’est plus sur le marché.' }]);
});

test('requests of one user are never sent as another', async () => {
  network.up = false;
  await writeTo('De la première personne');
  await expect.poll(() => page.connectivity.online()).toBe(false);
  await calm();
  network.up = true;
  machine.time.now += 60_000;
  const other = await makeUser(market.db);
  await page.session.logout('keep');
  await page.session.login(other.email, DEMO_PASSWORD);
  await page.drain({ eager: true });
  expect(await storedMessages()).toEqual([]);
});
