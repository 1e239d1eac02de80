// Thirty kills of the server around orders that were committed without a network: before they arrive, while they are being
// placed, after they were. ETAL_KILLS_SEED sets which moments.
import { randomFrom } from '#server/demo/random.ts';
import { expect, test } from '../faults-ground.ts';
import {
  commit,
  committed,
  newGoods,
  ordersOf,
  placedCard,
  quantitiesOf,
  readyToOrder,
  withoutNetwork,
} from '../offline-orders.ts';
import { effectsOf } from '../oracle.ts';
import { addProduct, chooseShipping, order, shopSection } from '../steps.ts';

const ORDERS = 10;
const KILLS_OF_EACH = 3;
const STOCK = 100;
/** Milliseconds after the network's return within which a kill falls. */
const AROUND = 900;
const seed = process.env.ETAL_KILLS_SEED ?? String(Date.now() % 2 ** 31);

test('each order committed without a network is one order, however often the server is killed', async ({
  person,
  market,
  network,
}) => {
  test.setTimeout(1_800_000);
  console.log(`seed ${seed}`);
  const random = randomFrom(seed);
  const goods = [await newGoods(market, 'Langres', STOCK)];
  const [cheese] = goods;
  if (!cheese) throw new Error('There is nothing to order.');
  const { page, account } = await readyToOrder(market, await (await person()).page(), { goods });
  let killedAfterActing = 0;
  for (let round = 1; round <= ORDERS; round++) {
    if (round > 1) {
      await addProduct(page, cheese.slug, { quantity: 2 });
      await order(page);
      await chooseShipping(shopSection(page, 'Fromagerie du Châtel'), 'Retrait en magasin');
      await page.getByLabel('Payer à la livraison').check({ force: true });
    }
    await withoutNetwork(network, page);
    await committed(page);
    expect(await ordersOf(account)).toHaveLength(round - 1);
    network.heal();
    for (let kill = 0; kill < KILLS_OF_EACH; kill++) {
      if (kill === 1) {
        // Once it has acted, and before its answer arrives.
        const died = new Promise<void>((resolve) => {
          const kill = async () => {
            killedAfterActing += 1;
            await market.kill();
            resolve();
          };
          network.plan({ ...commit, times: 1, fault: { kill } });
        });
        await Promise.race([died, expect(placedCard(page)).toBeVisible({ timeout: 60_000 })]);
        // Where it had been placed already, the fault still waits, and would meet the next order.
        network.heal();
      } else {
        // The moment is what is tried.
        await new Promise((resolve) => setTimeout(resolve, random.between(0, AROUND)));
      }
      await market.kill();
      await market.restart();
    }
    await expect(placedCard(page)).toBeVisible({ timeout: 120_000 });
    expect((await ordersOf(account)).map(quantitiesOf)).toEqual(Array.from({ length: round }, () => [2]));
    expect(await cheese.stock()).toBe(STOCK - 2 * round);
    // The next one is seen by its own card.
    await placedCard(page).getByRole('button', { name: 'OK' }).click();
    await expect(placedCard(page)).toHaveCount(0);
  }
  expect(killedAfterActing).toBeGreaterThan(0);
  console.log(`killed after acting, before answering: ${killedAfterActing} of ${ORDERS}`);
  effectsOf(network);
});
