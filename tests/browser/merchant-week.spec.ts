// The week of a shop's appointments, beside their list, and the files for a calendar that both sides take away.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import type { StoreAppointment } from '#contract/merchant/received-requests.ts';
import { parisDay } from '#domain/time/dates.ts';
import { dayAfter, mondayOf, weekWords } from '#domain/time/week.ts';
import { expect, installed, proxiedTest as test } from './journey.ts';
import type { MarketServer } from './market-server.ts';
import { newShopper, otherDevice } from './other-device.ts';
import { axeFindings } from './screens/inspection.ts';
import { logIn } from './steps.ts';

const tablet = { width: 820, height: 1180 };
const WEEKS_AHEAD = 5;
/** A Wednesday on which the demo market has nothing. */
const day = dayAfter(mondayOf(parisDay(new Date())), WEEKS_AHEAD * 7 + 2);
const shortDay = day.split('-').toReversed().join('/');

async function asked(market: MarketServer, hours: readonly [string, string][]) {
  const { email, device } = await newShopper(market);
  const salon = await device.call<StoreSummary>('GET', '/stores/by_slug/salon-belle-rive');
  const store = await otherDevice(market, 'salon@etal.test');
  const { '@id': iri } = await device.call<{ '@id': string }>('POST', '/store_appointments', {
    store: salon['@id'],
    message: 'Une coupe; courte, s’il vous plaît',
    timeSlots: hours.map(([beginHour, endHour]) => ({ date: day, beginHour, endHour })),
  });
  const appointment = await store.call<StoreAppointment>('GET', iri);
  const confirm = () =>
    store.call('PUT', `${iri}/confirm`, {
      response: 'Rendez-vous accepté',
      timeSlots: appointment.timeSlots.map((slot, at) => ({ ...slot, accepted: at === 0 })),
    });
  return { email, who: appointment.owner.username, id: appointment.id, confirm };
}

async function toTheAppointments(page: Page): Promise<void> {
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, 'salon@etal.test');
  await page
    .getByRole('navigation', { name: 'Gestion de ma boutique' })
    .getByRole('link', { name: 'Demande de RDV' })
    .click();
  await expect(page.getByRole('list', { name: 'Demande de RDV' })).toBeVisible();
}

const week = (page: Page) => page.getByRole('region', { name: /^Semaine du/ });
const dayOf = (page: Page) =>
  week(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: `mercredi ${Number(day.slice(8))}` }) });

/** With the keys alone. */
async function goToTheWeek(page: Page): Promise<void> {
  const next = week(page).getByRole('button', { name: 'Semaine suivante' });
  for (let turned = 1; turned <= WEEKS_AHEAD; turned += 1) {
    await next.focus();
    await page.keyboard.press('Enter');
    await expect(week(page).getByRole('heading', { level: 2 })).toHaveText(
      `Semaine ${weekWords(dayAfter(mondayOf(parisDay(new Date())), turned * 7))}`,
    );
    await expect(next).toBeFocused();
  }
}

async function used(page: Page, button: ReturnType<Page['getByRole']>): Promise<{ name: string; lines: string[] }> {
  const download = page.waitForEvent('download');
  await button.click();
  const file = await download;
  const text = await readFile(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), lines: text.replaceAll('\r\n ', '').split('\r\n') };
}

test('the week of an appointment works with the keyboard on a tablet, with and without a network, and exports to a calendar', async ({
  device,
  market,
  network,
}) => {
  const sure = await asked(market, [['10:00', '11:30']]);
  await sure.confirm();
  const open = await asked(market, [
    ['10:30', '12:00'],
    ['15:00', '16:00'],
  ]);
  const page = await (await device()).open({ size: tablet });
  await toTheAppointments(page);
  await expect(week(page)).toBeHidden();
  await page.getByRole('button', { name: 'Semaine', exact: true }).click();
  await expect(week(page)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Demande de RDV' })).toBeHidden();
  const today = week(page).getByRole('heading', { level: 3, name: /\(aujourd’hui\)/ });
  await expect(today).toHaveCount(1);
  await goToTheWeek(page);
  await expect(today).toHaveCount(0);
  const hours = dayOf(page).getByRole('listitem');
  await expect(hours).toHaveText([
    new RegExp(`10:00–11:30${sure.who}`),
    new RegExp(`10:30–12:00${open.who}à confirmer`),
    new RegExp(`15:00–16:00${open.who}à confirmer`),
  ]);
  // Side by side where they happen at the same time.
  const boxes = await Promise.all([0, 1].map((at) => hours.nth(at).boundingBox()));
  const [first, second] = boxes;
  if (!first || !second) throw new Error('Not drawn.');
  expect(first.x + first.width <= second.x || second.y >= first.y + first.height).toBe(true);
  expect(await axeFindings(page)).toEqual([]);

  network.cut();
  await dayOf(page).getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: `RDV avec ${sure.who}` });
  await expect(dialog).toContainText(`Rendez-vous confirmé pour le ${shortDay} de 10:00 à 11:30`);
  const { name, lines } = await used(page, dialog.getByRole('button', { name: /^Ajouter à l’agenda/ }));
  expect(name).toBe(`rdv-${day}.ics`);
  expect(lines).toContain(`SUMMARY:RDV\u00a0: ${sure.who}`);
  expect(lines.find((line) => line.startsWith('UID:'))).toMatch(`UID:${sure.id}@`);
  expect(lines.join()).not.toContain(sure.email);
  await page.keyboard.press('Escape');

  // The way back from a request leads to the week it stands in.
  await dayOf(page).getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(open.id));
  await page.goBack();
  await expect(hours).toHaveCount(3);
  await page.reload();
  await expect(hours).toHaveCount(3);
  await week(page).getByRole('button', { name: 'Aujourd’hui' }).click();
  await expect(today).toHaveCount(1);
});

test('on a wide screen the week is beside the list, and an answer without a network appears in both', async ({
  device,
  market,
  network,
}) => {
  const open = await asked(market, [['10:00', '11:30']]);
  const page = await (await device()).open({ size: { width: 1440, height: 900 } });
  await toTheAppointments(page);
  await expect(week(page)).toBeVisible();
  await goToTheWeek(page);
  network.cut();
  await dayOf(page)
    .getByRole('link', { name: new RegExp(open.who) })
    .click();
  await page.getByRole('radio', { name: `Le ${shortDay} de 10:00 à 11:30` }).check();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  const row = page.getByRole('list', { name: 'Demande de RDV' }).getByRole('listitem').filter({ hasText: open.who });
  await expect(row).toContainText('Rendez-vous confirmé');
  // What waits may still be refused: it is in no calendar yet.
  await expect(row).toContainText('en attente d’envoi');
  await expect(row.getByRole('button')).toHaveCount(0);
  await goToTheWeek(page);
  await expect(dayOf(page).getByRole('button')).toContainText('en attente');
  network.heal();
  await expect(row.getByRole('button', { name: /^Ajouter à l’agenda/ })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('the customer exports the confirmed appointment to a calendar, also without a network', async ({
  device,
  market,
  network,
}) => {
  const { email, id, confirm } = await asked(market, [['10:00', '11:30']]);
  await confirm();
  const page = await (await device()).open();
  await page.goto('/authentication/connexion');
  await installed(page);
  await logIn(page, email);
  await page.goto('/compte/rdv');
  const button = page.getByRole('button', { name: /^Ajouter à l’agenda/ });
  await expect(button).toBeVisible();
  network.cut();
  const { lines } = await used(page, button);
  expect(lines).toContain('SUMMARY:RDV\u00a0: Salon Belle Rive');
  expect(lines.find((line) => line.startsWith('UID:'))).toMatch(`UID:${id}@`);
  expect(lines.join()).not.toContain('courte');
  expect(await axeFindings(page, 'main')).toEqual([]);
});
