// Which lanes are due when the replay wakes.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findDueLanes } from '#sync/replay/due-lanes.ts';
import { replaySteps } from '#sync/replay/replay.ts';
import { type CartScene, openCartScene } from './cart-scene.ts';
import { openDevice } from './device.ts';

let scene: CartScene;
beforeEach(async () => {
  scene = await openCartScene();
});
afterEach(() => scene.device.kill());

test('a lane that waits for the user is not visited, for any commands behind its first', async () => {
  await scene.fillOffline(3);
  const { local, db } = scene.device;
  const [first] = await db.outbox.toArray();
  const owner = first?.owner ?? 'v:';
  expect(await findDueLanes(local, null)).toEqual({ due: [{ owner, lane: first?.lane }], nextAt: null });
  await db.outbox.update(first?.seq ?? 0, { state: 'parked', parkedFor: 'conflict' });
  expect(await findDueLanes(local, null)).toEqual({ due: [], nextAt: null });
  let claims = 0;
  const claim: typeof replaySteps.claim = (...given) => {
    claims += 1;
    return replaySteps.claim(...given);
  };
  const other = await openDevice(scene.machine, scene.network, { steps: { claim } });
  await other.drain();
  other.kill();
  expect(claims).toBe(0);
  expect(scene.server.keys).toEqual([]);
});
