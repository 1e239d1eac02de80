// Executes one run: users act on pages that open and close, over failing networks. Invariants are checked after each
// step and at the end.

import { checkBrowser, checkNoCrash } from './run-checks.ts';
import { quiesce } from './run-end.ts';
import { checkOnly, type Invariant } from './run-invariants.ts';
import { createCast, type RunMarket, restock, START } from './run-market.ts';
import { killDuring, releaseHeldAnswers, reload, runOnPage } from './run-pages.ts';
import type { Action, RunPlan } from './run-plan.ts';
import { performUserAction } from './run-user-actions.ts';
import { type Browser, type Mistake, World } from './run-world.ts';

/** @throws InvariantBroken */
export async function executeRun(
  market: RunMarket,
  plan: RunPlan,
  mistake: Mistake = {},
  only: Invariant | null = null,
): Promise<World> {
  checkOnly(only);
  market.clock.now = START;
  await restock(market);
  const cast = await createCast(market);
  const world = await World.open(market, cast, plan, mistake);
  try {
    for (const action of plan.actions) {
      await performAction(world, action);
      await world.deliverAnnouncements();
      const browser = changedBrowser(world, action);
      if (browser) await checkBrowser(world, browser);
      checkNoCrash(world);
    }
    await quiesce(world);
    return world;
  } finally {
    world.end();
  }
}

/** The device on which something may have changed. */
function changedBrowser(world: World, action: Action): Browser | null {
  if ('page' in action) return world.browserOf(action.page);
  return action.do === 'release' ? world.browsers[action.machine] : null;
}

async function performAction(world: World, action: Action): Promise<void> {
  switch (action.do) {
    case 'drain':
    case 'look':
      return runOnPage(world, await world.page(action.page), action.do);
    case 'reload':
      return reload(world, action.page);
    case 'die':
      return killDuring(world, await world.page(action.page), action.doing, action.turns);
    case 'faults':
      // These faults do not apply to the login at the start.
      await world.page(action.machine === 0 ? 0 : 2);
      return world.browsers[action.machine].network.plan(...action.faults);
    case 'network':
      await world.page(action.machine === 0 ? 0 : 2);
      world.browsers[action.machine].network.up = action.up;
      return;
    case 'release':
      return releaseHeldAnswers(world, world.browsers[action.machine]);
    case 'wait':
      return world.wait(action.ms);
    case 'jump':
      world.browsers[action.machine].machine.time.now += action.ms;
      return;
    case 'upgrade':
      world.browsers[action.machine].version += 1;
      return;
    case 'price':
      return restock(world.market, action.cents, true);
    case 'revoke':
      return world.revoke(action.who);
    case 'login':
    case 'logout':
      return runOnPage(world, await world.page(action.page), action);
    default:
      return performUserAction(world, await world.page(action.page), action);
  }
}
