// One order on two offline tablets of its store, cancelled from a third device: for any order of their reconnects the
// order ends once, its customer gets one mail for each step, and each tablet gets a report of a different outcome.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { storeOrders } from '#server/db/schema/sales.ts';
import type { Command } from '#sync/commands/registry.ts';
import { listRefusedWrites } from '#sync/pending/decisions.ts';
import { createNetwork } from '../support/network.ts';
import { DEMO_PASSWORD } from '../support/test-server.ts';
import { newMachine } from '../sync/device.ts';
import { newProfile, openPage } from '../sync/page.ts';
import { type MerchantPage, openScene } from './scene.ts';

const scene = openScene();

type Step = 'validate' | 'ship' | 'hand over';
const days = {
  'validates it': ['validate'],
  'validates and ships it': ['validate', 'ship'],
  'validates it and hands it over': ['validate', 'hand over'],
} as const satisfies Record<string, Step[]>;
type Day = keyof typeof days;
const dayNames = Object.keys(days) as Day[];
const canceled = ['never', 'before both are back', 'between them', 'after both'] as const;

const cases = dayNames.flatMap((first) =>
  dayNames.flatMap((second) => canceled.map((cancels) => ({ first, second, cancels }))),
);

/** The second tablet of the same store, on its own machine. */
async function anotherTablet({ email }: MerchantPage) {
  const machine = { ...newMachine(), time: scene.machine.time };
  const network = createNetwork(scene.market.app, () => machine.time.now);
  const on = await openPage(scene.market, machine, network, newProfile());
  await on.session.login(email, DEMO_PASSWORD);
  return { on, network };
}

const commandOf = (step: Step, id: number): Command =>
  step === 'validate'
    ? { type: 'storeOrders.validate', args: { id } }
    : { type: 'storeOrders.ship', args: { id, ...(step === 'hand over' && { collected: true as const }) } };

test.each(cases)(
  'the first tablet on reconnect $first, the other $second; cancelled elsewhere $cancels',
  async ({ first, second, cancels }) => {
    const work = await scene.openMerchantPage();
    const id = await work.order();
    const other = await anotherTablet(work);
    const state = async () =>
      (await scene.market.db.select().from(storeOrders).where(eq(storeOrders.id, id)))[0]?.state ?? 'none';
    const token = await scene.market.login(work.email);
    const cancel = async (when: (typeof canceled)[number]) => {
      if (cancels !== when) return;
      const { status } = await scene.market.inject('PUT', `/api/store_orders/${id}/cancel`, {
        token,
        body: { reason: '' },
      });
      // A sent order can no longer be cancelled, and does not change.
      expect(status).toBe((await state()) === 'canceled' ? 200 : 422);
    };
    const mailsBefore = scene.market.mails().length;

    const tablets = [
      { on: work.on, network: scene.network, steps: days[first] as readonly Step[] },
      { on: other.on, network: other.network, steps: days[second] as readonly Step[] },
    ];
    for (const { on, network, steps } of tablets) {
      network.up = false;
      for (const step of steps) await on.submit(commandOf(step, id));
    }
    await scene.quiet();
    await cancel('before both are back');
    const reached: string[] = [];
    const outcomes: unknown[][] = [];
    for (const [index, { on, network, steps }] of tablets.entries()) {
      network.heal();
      scene.machine.time.now += 60_000;
      await on.drain({ eager: true });
      await scene.quiet();
      expect(await on.local.db.outbox.count()).toBe(0);
      reached.push(await state());
      const reported = await listRefusedWrites(on.local, work.owner);
      outcomes.push(reported.map(({ type, outcome }) => [type, outcome]));
      // Each step has an outcome, and different outcomes are reported to their tablet.
      const journal = await on.local.db.journal.toArray();
      expect(journal.map(({ type }) => type)).toEqual(steps.map((step) => commandOf(step, id).type));
      for (const { outcome, dismissed, notices } of journal) {
        if (outcome !== 'done' || notices.length > 0) expect(dismissed).toBe(0);
      }
      if (index === 0) await cancel('between them');
    }
    await cancel('after both');
    other.on.kill();

    // A cancelled or sent order does not change any more.
    const [afterFirst = '', afterSecond = ''] = reached;
    const isShipped = (at: string) => at === 'shipped';
    if (cancels === 'before both are back') expect(reached).toEqual(['canceled', 'canceled']);
    if (isShipped(afterFirst)) expect([afterSecond, await state()]).toEqual(['shipped', 'shipped']);
    if (cancels === 'between them' && !isShipped(afterFirst)) expect(afterSecond).toBe('canceled');
    if (cancels === 'never') {
      const steps = [...days[first], ...days[second]] as Step[];
      expect(await state()).toBe(steps.some((step) => step !== 'validate') ? 'shipped' : 'validated');
    }
    // A second hand-over is reported as already done, never as done.
    if (isShipped(afterFirst) && second === 'validates it and hands it over') {
      expect(outcomes[1]).toContainEqual(['storeOrders.ship', 'rejected']);
    }
    // A customer gets one mail for each step.
    const subjects = scene.market
      .mails()
      .slice(mailsBefore)
      .map((mail) => /^Subject: .*(?:\r?\n .*)*/m.exec(mail)?.[0]);
    expect(new Set(subjects).size).toBe(subjects.length);
    expect(subjects.length).toBeGreaterThan(0);
  },
);
