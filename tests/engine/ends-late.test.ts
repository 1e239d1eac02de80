// The code that tells what writes came to is loaded with the first end: who has left by then is told nothing.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JournalEntry } from '#db/rows.ts';
import { followOwner, stopFollowingOwner } from '#engine/follow-outbox.ts';
import { currentOwner } from '#sync/outbox/owners.ts';
import { eventually } from '../support/eventually.ts';
import { createNetwork } from '../support/network.ts';
import { newMachine } from '../sync/device.ts';
import { newProfile, openPage, type Page } from '../sync/page.ts';
import { scriptedServer } from '../sync/scripted-server.ts';

const code = vi.hoisted(() => {
  const heard: string[] = [];
  let asked: () => void = () => {};
  let come: () => void = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const hasCome = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { heard, isAsked, hasCome, asked: () => asked(), come: () => come() };
});
vi.mock('#engine/writes/outcomes.ts', async () => {
  code.asked();
  await code.hasCome;
  return {
    handleEnds: (ends: readonly JournalEntry[]) => void code.heard.push(...ends.map(({ cmdId }) => cmdId)),
    clearEnds: () => {},
  };
});

let page: Page;
beforeEach(async () => {
  const machine = newMachine();
  const network = createNetwork(scriptedServer({}), () => machine.time.now);
  page = await openPage({ app: { publicKeys: [] } }, machine, network, newProfile());
});
afterEach(() => page.kill());

test('an outcome waiting for code is not shown to the next user', async () => {
  const { db, now } = page.local;
  const owner = await currentOwner(page.local);
  const ended = (cmdId: string, of = owner) => {
    const what = { lane: 'cart:1', type: 'cart.add', sentence: 'Ajouter', outcome: 'done', notices: [] } as const;
    return db.journal.add({ ...what, notices: [], at: now(), owner: of, cmdId, dismissed: 1 });
  };
  await followOwner(page, owner, false);
  await ended('of who leaves');
  await code.isAsked;
  stopFollowingOwner();
  await db.journal.clear();
  await followOwner(page, 'v:next', false);
  code.come();
  await ended('of who comes', 'v:next');
  await eventually(() => expect(code.heard).toContain('of who comes'));
  expect(code.heard).toEqual(['of who comes']);
});
