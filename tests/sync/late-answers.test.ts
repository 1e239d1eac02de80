// Late answers and time-outs: another tab has claimed the command, the command has been rebuilt, or another user has
// logged in.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Cmd } from '#db/rows.ts';
import { idempotencyKey } from '#sync/outbox/rows.ts';
import { claimHead } from '#sync/replay/claim.ts';
import type { Verdict } from '#sync/replay/classify.ts';
import type { SettledEvent } from '#sync/replay/ports.ts';
import { settleCommand } from '#sync/replay/settle.ts';
import { LEASE } from '#sync/replay/timing.ts';
import { sendAndWait } from '#sync/submit-and-wait.ts';
import type { Sync } from '#sync/sync.ts';
import { eventually } from '../support/eventually.ts';
import { createNetwork, type Network } from '../support/network.ts';
import { type Device, type Machine, newMachine, openDevice } from './device.ts';
import { type ScriptedServer, scriptedServer } from './scripted-server.ts';

let machine: Machine;
let server: ScriptedServer;
let network: Network;
const tabs: Device[] = [];

const tab = async (): Promise<Device> => {
  const opened = await openDevice(machine, network);
  tabs.push(opened);
  return opened;
};
beforeEach(() => {
  machine = newMachine();
  server = scriptedServer();
  network = createNetwork(server, () => machine.time.now);
});
afterEach(() => {
  for (const opened of tabs.splice(0)) opened.kill();
});

async function row({ db }: Device): Promise<Cmd> {
  const rows = await db.outbox.toArray();
  expect(rows).toHaveLength(1);
  return rows[0] as Cmd;
}
async function claimLane(on: Device): Promise<{ cmd: Cmd; before: Pick<Cmd, 'attempts' | 'doubt'> }> {
  const { owner, lane } = await row(on);
  const taken = await claimHead(on.local, owner, lane);
  if (taken.kind !== 'claimed') throw new Error(taken.kind);
  return taken;
}
const refused = (status: number, code?: string, detail?: Record<string, unknown>): Verdict => ({
  kind: 'refused',
  status,
  code,
  text: `${status}`,
  violations: [],
  detail,
});

describe('while another tab owns the lane', () => {
  test.each([
    ['silence', { kind: 'unknown' }],
    ['401', { kind: 'auth', status: 401, text: '401' }],
    ['503', { kind: 'later', status: 503, text: '503', wait: undefined, failed: true }],
    ['429', { kind: 'later', status: 429, text: '429', wait: 200_000, failed: false }],
  ] as const)('a late %s changes nothing: the command stays with the tab that is sending it', async (_, verdict) => {
    const [frozen, other] = [await tab(), await tab()];
    await frozen.submit({ type: 'availability.create', args: { email: 'a@b.fr', product: '/products/1' } });
    const old = await claimLane(frozen);
    machine.time.now += LEASE;
    const now = await claimLane(other);
    const inFlight = await row(other);
    expect(inFlight).toMatchObject({ state: 'inflight', attempts: 2, lease: now.cmd.lease, req: old.cmd.req });

    expect(await settleCommand(frozen.local, old.cmd, verdict, { ...old, healthy: true })).toEqual({ kind: 'fenced' });
    expect(await row(other)).toEqual(inFlight);
    const { owner, lane } = inFlight;
    expect(await claimHead(frozen.local, owner, lane)).toEqual({ kind: 'wait', until: inFlight.leaseUntil });

    // An answer to the current owner of the lane counts.
    await settleCommand(other.local, now.cmd, { kind: 'unknown' }, { ...now, healthy: true });
    expect((await row(other)).state).toBe('queued');
    expect((await row(other)).lease).toBeUndefined();
  });

  test('a late answer of the server counts all the same, in any tab', async () => {
    const [frozen, other] = [await tab(), await tab()];
    await frozen.submit({ type: 'availability.create', args: { email: 'a@b.fr', product: '/products/1' } });
    const old = await claimLane(frozen);
    machine.time.now += LEASE;
    const now = await claimLane(other);
    const done = { kind: 'done', status: 201, body: { '@id': '/a/1', '@type': 'AvailabilityProduct' } } as const;
    expect(await settleCommand(frozen.local, old.cmd, done, { ...old, healthy: true })).toMatchObject({ kind: 'done' });
    expect(await frozen.db.outbox.count()).toBe(0);
    // The same answer to the other tab, a moment later, is fenced.
    expect(await settleCommand(other.local, now.cmd, done, { ...now, healthy: true })).toEqual({ kind: 'fenced' });
    expect(await frozen.db.journal.count()).toBe(1);
  });
});

describe('once the command is sent again over another device’s write', () => {
  const elsewhere = refused(412, 'version', { version: 5, current: { name: 'Tomme' } });

  /** Sent by two tabs; one of them gets the conflict with the other device, and the command has a new key. */
  async function rebasedMeanwhile() {
    const [frozen, other] = [await tab(), await tab()];
    await frozen.submit({
      type: 'products.update',
      args: { id: '/products/6f1c9f0e-58d0-4c8f-9f43-1f2b3c4d5e6f', changes: { name: 'Tomme de Meuse' } },
      base: { version: 3, values: { name: 'Tomme' } },
    });
    const old = await claimLane(frozen);
    machine.time.now += LEASE;
    const now = await claimLane(other);
    await settleCommand(other.local, now.cmd, elsewhere, { ...now, healthy: true });
    const again = await row(other);
    expect(again).toMatchObject({ gen: 1, state: 'queued', attempts: 0, base: { version: 5 } });
    expect(again.req).toBeUndefined();
    expect(idempotencyKey(again)).not.toBe(idempotencyKey(old.cmd));
    return { frozen, other, old, again };
  }

  test.each([
    ['412', elsewhere],
    ['404', refused(404)],
    ['422', refused(422)],
    ['200', { kind: 'done', status: 200, body: {} }],
  ] as [string, Verdict][])('a late %s to the old key has no meaning for the new one', async (_, verdict) => {
    const { frozen, other, old, again } = await rebasedMeanwhile();
    expect(await settleCommand(frozen.local, old.cmd, verdict, { ...old, healthy: true })).toEqual({ kind: 'fenced' });
    expect(await row(other)).toEqual(again);
    expect(await other.db.journal.count()).toBe(0);
  });

  test('it is resent automatically three times in a row, then the user is asked', async () => {
    const { other } = await rebasedMeanwhile();
    const sentOver = async (version: number) => {
      const sent = await claimLane(other);
      const elsewhereAgain = refused(412, 'version', { version, current: { name: 'Tomme' } });
      await settleCommand(other.local, sent.cmd, elsewhereAgain, { ...sent, healthy: true });
      return row(other);
    };
    expect(await sentOver(6)).toMatchObject({ state: 'queued', base: { version: 6 } });
    expect(await sentOver(7)).toMatchObject({ state: 'queued', base: { version: 7 } });
    expect(await sentOver(8)).toMatchObject({ state: 'parked', parkedFor: 'conflict' });
    expect(await other.db.journal.count()).toBe(0);
  });

  test('nor while the new one is in flight', async () => {
    const { frozen, other, old } = await rebasedMeanwhile();
    const sent = await claimLane(other);
    expect(sent.cmd.req?.headers).toMatchObject({ 'If-Match': '"5"', 'Idempotency-Key': idempotencyKey(sent.cmd) });
    const inFlight = await row(other);
    expect(await settleCommand(frozen.local, old.cmd, elsewhere, { ...old, healthy: true })).toEqual({
      kind: 'fenced',
    });
    expect(await settleCommand(frozen.local, old.cmd, refused(404), { ...old, healthy: true })).toEqual({
      kind: 'fenced',
    });
    expect(await row(other)).toEqual(inFlight);
  });

  test('a form that waits for the answer continues to wait: a resend is not the end', async () => {
    const on = await tab();
    let tell: (event: SettledEvent) => void = () => {};
    const sync: Parameters<typeof sendAndWait>[0] = {
      submit: on.submit as Sync['submit'],
      onSettled: (listener) => {
        tell = listener;
        return () => true;
      },
      connectivity: { online: () => true } as Sync['connectivity'],
    };
    const change: Parameters<typeof sendAndWait>[1] = {
      type: 'products.update',
      args: { id: '/products/6f1c9f0e-58d0-4c8f-9f43-1f2b3c4d5e6f', changes: { name: 'Tomme de Meuse' } },
      base: { version: 3, values: { name: 'Tomme' } },
    };
    // It ends through an event, not through the time-out.
    const said = sendAndWait(sync, change, 3_600_000);
    await eventually(() => row(on));
    const ends = async (verdict: Verdict) => {
      const { cmd, before } = await claimLane(on);
      const settlement = await settleCommand(on.local, cmd, verdict, { before, healthy: true });
      const { id, type, owner, lane, createdAt, attempts } = cmd;
      tell({ id, type, owner, lane, settlement, createdAt, attempts, silent: false });
    };
    await ends(elsewhere);
    await ends(refused(422));
    expect(await said).toMatchObject({ outcome: 'refused', status: 422 });
  });
});
