// A tracking code, or the answer to an appointment, that is refused after it had waited: the list of what waits leads to its form,
// where what was refused stands with the message at its field. What is accepted leaves nothing.
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { StoreAppointment } from '#contract/merchant/received-requests.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { storeAppointments } from '#server/db/schema/requests.ts';
import { storeOrders } from '#server/db/schema/sales.ts';
import { shownAnswer, shownTracking } from '../support/form-rows-other.ts';
import { type FormScene, openFormScene } from '../support/form-scene.ts';
import { until } from '../support/page.ts';
import { makeAppointment, makeStoreOrder } from '../support/store-work.ts';

let scene: FormScene;
beforeAll(async () => {
  scene = await openFormScene();
});
afterAll(() => scene.close());
afterEach(async () => {
  scene.network.heal();
  await scene.clear();
});

const onServer = async <T>(path: string) => (await scene.elsewhere<T>('GET', path)).body;

it('a tracking code: refused it stands in its form, accepted it is the order’s', async () => {
  const { db } = scene.market;
  const [accepted, refused] = [
    await makeStoreOrder(db, { storeId: scene.storeId }),
    await makeStoreOrder(db, { storeId: scene.storeId }),
  ];
  const forms = new Map([accepted, refused].map((id) => [id, shownTracking(scene, id)]));
  for (const [id, shown] of forms) {
    const form = await scene.open(shown);
    scene.network.up = false;
    form.type('trackingCode', `6A-${id}`);
    expect(await form.life.save()).toMatchObject({ outcome: 'queued' });
    form.leave();
    scene.network.up = true;
  }
  await db.update(storeOrders).set({ state: 'canceled' }).where(eq(storeOrders.id, refused));
  await scene.sendAll();
  await until(() => scene.decisions().length > 0, 'the refusal is listed');
  expect(scene.decisions()).toMatchObject([{ tone: 'refused', editTo: `/admin/boutique/store/commandes/${refused}` }]);
  expect((await onServer<StoreOrder>(`/store_orders/${accepted}`)).trackingCode).toBe(`6A-${accepted}`);
  expect((await onServer<StoreOrder>(`/store_orders/${refused}`)).trackingCode).toBeNull();

  const other = await scene.open(shownTracking(scene, accepted));
  expect([other.values().trackingCode, other.errorOf('trackingCode')]).toEqual([`6A-${accepted}`, undefined]);
  other.leave();
  const again = await scene.open(shownTracking(scene, refused));
  expect(again.values().trackingCode).toBe(`6A-${refused}`);
  expect(again.errorOf('trackingCode')).toBe('Cette commande n’attend pas de code de suivi.');
  expect(again.life.state).toMatchObject({ isRefused: true, messages: [], isDirty: true });
  await db.update(storeOrders).set({ state: 'validated' }).where(eq(storeOrders.id, refused));
  again.type('trackingCode', '6A-CORRIGE');
  expect(await again.life.save()).toMatchObject({ outcome: 'sent' });
  expect((await onServer<StoreOrder>(`/store_orders/${refused}`)).trackingCode).toBe('6A-CORRIGE');
  again.leave();
});

it('an answer to an appointment: refused its slot is chosen in its form, accepted it is the appointment’s', async () => {
  const { db } = scene.market;
  const days = ['2099-06-15', '2099-06-16'];
  const [accepted, refused] = [
    await makeAppointment(db, scene.storeId, days),
    await makeAppointment(db, scene.storeId, days),
  ];
  for (const id of [accepted, refused]) {
    const form = await scene.open(shownAnswer(scene, () => id));
    scene.network.up = false;
    form.type('slot', '1');
    expect(await form.life.save()).toMatchObject({ outcome: 'queued' });
    expect(form.values().slot).toBe('');
    form.leave();
    scene.network.up = true;
  }
  // Meanwhile who asked proposes other days.
  const timeSlots = ['2099-06-15', '2099-06-17'].map((date) => ({
    ...{ date, beginHour: '10:00', endHour: '11:00', accepted: false },
  }));
  await db.update(storeAppointments).set({ timeSlots }).where(eq(storeAppointments.id, refused));
  await scene.sendAll();
  await until(() => scene.decisions().length > 0, 'the refusal is listed');
  expect(scene.decisions()).toMatchObject([
    { tone: 'refused', editTo: `/admin/boutique/store_appointments/${refused}` },
  ]);
  expect((await onServer<StoreAppointment>(`/store_appointments/${accepted}`)).state).toBe('confirmed');
  expect((await onServer<StoreAppointment>(`/store_appointments/${refused}`)).state).toBe('pending');

  const again = await scene.open(shownAnswer(scene, () => refused));
  expect(again.values().slot).toBe('1');
  expect(again.errorOf('slot')).toBe('Choisissez un créneau parmi ceux qui sont proposés.');
  again.type('slot', '0');
  expect(await again.life.save()).toMatchObject({ outcome: 'sent' });
  expect(await onServer<StoreAppointment>(`/store_appointments/${refused}`)).toMatchObject({
    state: 'confirmed',
    timeSlots: [{ accepted: true }, { accepted: false }],
  });
  again.leave();
});
