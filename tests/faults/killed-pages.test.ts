// A page killed during an attempt, and the page that continues.
import { expect, test } from 'vitest';
import { replaySteps } from '#sync/replay/replay.ts';
import { LEASE } from '#sync/replay/timing.ts';
import type { DeviceOptions } from '../sync/device.ts';
import { expectConsistent } from './oracle.ts';
import { openScene } from './scene.ts';

const scene = openScene();
const never = () => new Promise<never>(() => {});

/** A merchant's page is killed during attempt number `at`, and another page is opened. */
async function killedAt(point: 'claimed' | 'answered', at: number) {
  const { on, owner, order } = await scene.openMerchantPage();
  const id = await order();
  scene.network.up = false;
  await scene.add(on, 0, 2);
  await scene.add(on, 5, 1);
  await scene.set(on, 0, 4);
  await on.submit({ type: 'storeOrders.validate', args: { id } });
  await on.submit({ type: 'storeOrders.ship', args: { id } });
  await scene.quiet();
  on.kill();
  scene.network.up = true;
  scene.machine.time.now += LEASE;

  let attempts = 0;
  let reached: () => void = () => {};
  const dead = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const die = (): Promise<never> => {
    reached();
    return never();
  };
  const options: DeviceOptions = {
    credentials: on.session.credentials,
    steps: {
      send: (ports, request, token) =>
        point === 'claimed' && ++attempts >= at ? die() : replaySteps.send(ports, request, token),
      settle: (local, cmd, verdict, context) =>
        point === 'answered' && ++attempts >= at ? die() : replaySteps.settle(local, cmd, verdict, context),
    },
  };
  const dying = await scene.device(options);
  // A closed page does nothing any more: here its timers still run, and find a closed database.
  dying.drain().catch(() => {});
  await dead;
  await scene.quiet();
  const left = (await dying.db.outbox.toArray()).filter(({ state }) => state === 'inflight');
  dying.kill();
  return { owner, left };
}

test.for([1, 2, 4])(
  'F06 · killed between claiming command %d and sending it: claimed by another worker after the lease, once',
  async (at) => {
    const { left } = await killedAt('claimed', at);
    expect(left.length).toBeGreaterThan(0);
    const sent = scene.sent().length;
    const next = await scene.page();
    await scene.timers.advance(LEASE - 1000);
    // During the lease the command may still be in flight.
    const early = scene.sent().slice(sent);
    expect(early.filter(({ headers }) => headers['idempotency-key'] === left[0]?.id)).toEqual([]);
    await scene.heal(next);
    await expectConsistent(scene, next);
  },
);

test.for([1, 2, 4])(
  'F07 · killed between answer %d and storing it: the server repeats the answer, once',
  async (at) => {
    const { left } = await killedAt('answered', at);
    const answered = new Set(
      scene.sent(({ answer }) => answer !== null).map(({ headers }) => headers['idempotency-key']),
    );
    const again = left.filter(({ id }) => answered.has(id));
    expect(again.length).toBeGreaterThan(0);
    const next = await scene.page();
    await scene.heal(next, LEASE);
    for (const { id } of again) {
      expect(scene.sent(({ headers }) => headers['idempotency-key'] === id).length).toBeGreaterThan(1);
    }
    await expectConsistent(scene, next);
  },
);
