// One life: people act on pages that come and go, over networks that fail in every way they can; after each step, and once
// everything is well again, the invariants of the outbox are held against what the server did.
import type { Action, Life } from './life-actions.ts';
import { checkBox, type Invariant, noCrash, watch } from './life-checks.ts';
import { quiesce } from './life-end.ts';
import { castOf, type LifeMarket, restock, START } from './life-market.ts';
import { die, release, reload, run } from './life-pages.ts';
import { type Box, type Mistake, World } from './life-world.ts';
import { deed } from './run-actions.ts';

/** @throws Broken when an invariant does not hold */
export async function live(
  market: LifeMarket,
  life: Life,
  mistake: Mistake = {},
  only: Invariant | null = null,
): Promise<World> {
  watch(only);
  market.clock.now = START;
  await restock(market);
  const cast = await castOf(market);
  const world = await World.open(market, cast, life, mistake);
  try {
    for (const action of life.actions) {
      await act(world, action);
      await world.heard();
      const box = boxOf(world, action);
      if (box) await checkBox(world, box);
      noCrash(world);
    }
    await quiesce(world);
    return world;
  } finally {
    world.end();
  }
}

/** The device on which something may have changed. */
function boxOf(world: World, action: Action): Box | null {
  if ('page' in action) return world.boxOf(action.page);
  return action.do === 'release' ? world.boxes[action.machine] : null;
}

async function act(world: World, action: Action): Promise<void> {
  switch (action.do) {
    case 'drain':
    case 'look':
      return run(world, await world.page(action.page), action.do);
    case 'reload':
      return reload(world, action.page);
    case 'die':
      return die(world, await world.page(action.page), action.doing, action.turns);
    case 'faults':
      // What is planned here is not meant for the login at the start.
      await world.page(action.machine === 0 ? 0 : 2);
      return world.boxes[action.machine].network.plan(...action.faults);
    case 'network':
      await world.page(action.machine === 0 ? 0 : 2);
      world.boxes[action.machine].network.up = action.up;
      return;
    case 'release':
      return release(world, world.boxes[action.machine]);
    case 'wait':
      return world.wait(action.ms);
    case 'jump':
      world.boxes[action.machine].machine.time.now += action.ms;
      return;
    case 'upgrade':
      world.boxes[action.machine].version += 1;
      return;
    case 'price':
      return restock(world.market, action.cents, true);
    case 'revoke':
      return world.revoke(action.who);
    case 'login':
    case 'logout':
      return run(world, await world.page(action.page), action);
    default:
      return deed(world, await world.page(action.page), action);
  }
}
