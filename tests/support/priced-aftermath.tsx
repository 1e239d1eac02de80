// Amounts after the confirmation of a purchase: for its shopper and its merchants, in mails and in the database; and
// again after one store has cancelled its part and the others have finished theirs.
import { eq, inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import type { ShippingType } from '#contract/fields/values.ts';
import type { StoreMetrics } from '#contract/merchant/metrics.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { vatLabel } from '#domain/orders/sale-vat.ts';
import { OrderPage } from '#features/account/orders/order-page.tsx';
import { OrdersPage } from '#features/account/orders/orders-page.tsx';
import { Statistics } from '#features/merchant/dashboard/statistics.tsx';
import { OrderList } from '#features/merchant/orders/order-list.tsx';
import { MerchantOrderPage } from '#features/merchant/orders/order-page.tsx';
import { paths } from '#paths';
import { refunds } from '#server/db/schema/payments.ts';
import { storeOrderItems, storeOrders } from '#server/db/schema/sales.ts';
import { amountsIn, listsOfLetter, sumsIn, wordsOf } from './amounts.ts';
import { decodeMail, htmlOfMail } from './mails.ts';
import type { PricedMarket, PricedStore } from './priced-market.ts';
import { chosenOf, feesOf, goodsOf, offOf, type PricedRun, paidOf, priceOf } from './priced-run.ts';
import { renderPage, sectionOf } from './render-page.tsx';
import { expectOk } from './shopper.ts';
import type { TestMarket } from './test-server.ts';

interface Placed {
  id: number;
  total: number;
  onDelivery: boolean;
  /** It was placed before its payment, which a mail requested. */
  wasToPay: boolean;
}

interface PartMoney {
  units: number[];
  lines: number[];
  off: number;
  fees: number;
  total: number;
  /** Label and tax of each rate, as answered; compared with the test's own calculation before. */
  vat: [label: string, cents: number][];
}

function moneyOfPart(life: PricedRun, at: number, { vat = [] }: Pick<StoreOrder, 'vat'>): PartMoney {
  const part = life.parts[at];
  if (!part) throw new Error('No such part.');
  const { way, tier } = chosenOf(life, at);
  const fees = feesOf(life, at, way, tier);
  const units = part.lines.map((line) => priceOf(part, line));
  const lines = part.lines.map(({ quantity }, index) => (units[index] ?? 0) * quantity);
  return {
    units,
    lines,
    off: offOf(life, at),
    fees,
    total: paidOf(life, at) + fees,
    vat: vat.map(({ rate, tax }) => [vatLabel(rate), tax.amount]),
  };
}

export async function checkAftermath(
  market: TestMarket,
  priced: PricedMarket,
  life: PricedRun,
  placed: Placed,
): Promise<void> {
  const { shopper, stores: shops } = priced;
  const { storeOrders: sold } = expectOk(await shopper.seeOrder(placed));
  const all = shops.map(({ merchant }, at) => {
    const part = sold.find(({ store }) => store.id === merchant.storeId);
    return moneyOfPart(life, at, part ?? {});
  });
  await checkRows(market, placed.id, shops, life, all);
  await checkAccount(priced, placed, all);
  for (const [at, shop] of shops.entries()) await checkStore(market, shop, all[at], placed);
  const own = market.mails().filter((mail) => `${mail}`.includes(`To: ${shopper.email}`));
  for (const subject of ['est confirmée', ...(placed.wasToPay ? ['attend son paiement'] : [])]) {
    checkLetter(own, subject, all, shops, placed.total);
  }
  await finishParts(market, priced, placed, all, life.canceled % shops.length);
}

async function checkRows(
  { db }: TestMarket,
  id: number,
  shops: readonly PricedStore[],
  life: PricedRun,
  all: readonly PartMoney[],
): Promise<void> {
  const rows = await db.select().from(storeOrders).where(eq(storeOrders.orderId, id));
  const ids = rows.map((row) => row.id);
  const items = await db.select().from(storeOrderItems).where(inArray(storeOrderItems.storeOrderId, ids));
  for (const [at, { merchant }] of shops.entries()) {
    const [row, part] = [rows.find(({ storeId }) => storeId === merchant.storeId), life.parts[at]];
    const { fees = 0, total = 0 } = all[at] ?? {};
    const goods = part ? goodsOf(part) : 0;
    expect(row).toMatchObject({ state: 'payed', shippingFees: fees, total, totalBeforeDiscount: goods + fees });
    const own = items.filter(({ storeOrderId }) => storeOrderId === row?.id).sort((a, b) => a.position - b.position);
    expect(own.map((item) => [item.unitPrice, item.quantity, item.total])).toEqual(
      part?.lines.map((line) => [priceOf(part, line), line.quantity, priceOf(part, line) * line.quantity]),
    );
  }
}

async function checkAccount({ shopper, stores: shops }: PricedMarket, placed: Placed, all: readonly PartMoney[]) {
  const order = expectOk(await shopper.seeOrder(placed));
  expect(order.total.amount).toBe(placed.total);
  const answers = [{ name: 'orders.get' as const, args: { params: { id: placed.id } }, answer: order }];
  const html = renderPage(<OrderPage />, { answers, at: [`/compte/commande/${placed.id}`, paths.accountOrder] });
  const before = placed.total + all.reduce((sum, { off }) => sum + off, 0);
  expect(sumsIn(html.slice(0, html.indexOf('<article')))).toEqual({ 'Prix total': before, 'Prix final': placed.total });
  for (const [at, { name }] of shops.entries()) {
    const { off = 0, fees, total, lines = [], units = [], vat = [] } = all[at] ?? {};
    const article = sectionOf(html, 'article', name);
    const sums = { ...(off > 0 && { Remise: -off }), 'Frais de port': fees, 'Total de la boutique': total };
    expect(sumsIn(article)).toEqual({ ...sums, ...Object.fromEntries(vat) });
    expect(amountsIn(wordsOf(article.slice(0, article.lastIndexOf('<dl'))))).toEqual(
      lines.flatMap((line, index) => [units[index], line]),
    );
  }
  const list = expectOk(await shopper.call<Collection<Order>>('GET', `/users/${shopper.id}/orders`));
  const seen = [{ name: 'users.orders' as const, args: { params: { id: shopper.id } }, answer: list }];
  const page = renderPage(<OrdersPage userId={shopper.id} />, { answers: seen });
  expect(amountsIn(wordsOf(page))).toEqual([placed.total]);
}

async function checkStore(market: TestMarket, shop: PricedStore, money: PartMoney | undefined, placed: Placed) {
  const { merchant, email, name } = shop;
  const { total = 0, fees = 0, off = 0, lines = [], vat = [] } = money ?? {};
  const list = expectOk(await merchant.call<Collection<StoreOrder>>('GET', `/stores/${merchant.storeId}/store_orders`))[
    'hydra:member'
  ];
  const [listed] = list;
  if (!listed) throw new Error('The shop has no order.');
  expect(
    sumsIn(renderPage(<OrderList orders={[{ order: listed, waiting: [], waitingIds: [], waitingRefunds: 0 }]} />)),
  ).toEqual({
    Total: total,
  });
  const order = expectOk(await merchant.call<StoreOrder>('GET', listed['@id']));
  const answers = [{ name: 'storeOrders.get' as const, args: { params: { id: order.id } }, answer: order }];
  const at: [string, string] = [paths.merchantOrder.replace(':id', String(order.id)), paths.merchantOrder];
  const html = renderPage(<MerchantOrderPage />, { answers, ownedStore: merchant.storeId, at });
  const picking = html.slice(html.indexOf('id="articles"'));
  const sums = { ...(off > 0 && { Remise: -off }), Livraison: fees, Total: total };
  expect(sumsIn(picking)).toEqual({ ...sums, ...Object.fromEntries(vat) });
  expect(amountsIn(wordsOf(picking.slice(0, picking.indexOf('<dl'))))).toEqual(lines);
  if (placed.onDelivery) expect(amountsIn(wordsOf(html.slice(0, html.indexOf('id="articles"'))))).toEqual([total]);
  await checkFigures(shop, [{ fees, total }]);
  const table = expectOk(await merchant.call<{ content: string }>('GET', '/store_orders/export')).content;
  const [columns = [], cells = []] = [0, -1].map((line) => table.trim().split('\r\n').at(line)?.split(';') ?? []);
  const cellOf = (column: string) => cells[columns.findIndex((name) => name.endsWith(column))];
  const asCents = (cell = '') => amountsIn(`${cell}\u00a0€`)[0];
  expect(['Frais de livraison', 'Total', 'Remboursé'].map((column) => asCents(cellOf(column)))).toEqual([
    fees,
    total,
    0,
  ]);
  const own = market.mails().filter((mail) => mail.includes(`To: ${email}`));
  checkLetter(own, 'nouvelle commande', money ? [money] : [], [{ name }], null);
}

/** @param counted the parts that were sold and not cancelled */
async function checkFigures({ merchant }: PricedStore, counted: readonly { fees: number; total: number }[]) {
  const metrics = expectOk(await merchant.call<StoreMetrics>('GET', `/metrics/by_store/${merchant.storeId}`));
  const amount = counted.reduce((sum, { total }) => sum + total, 0);
  const shipping = counted.reduce((sum, { fees }) => sum + fees, 0);
  const { weekly, monthly, annual } = metrics.sales;
  for (const rows of [weekly, monthly, annual])
    expect(rows.map((row) => row.amount)).toEqual(counted.length ? [amount] : []);
  const answers = [{ name: 'metrics.byStore' as const, args: { params: { id: merchant.storeId } }, answer: metrics }];
  const html = renderPage(<Statistics storeId={merchant.storeId} sellsOnline />, { answers });
  const shown = sumsIn(html);
  expect([shown.Ventes, shown['Commande moyenne'], shown['Frais de livraison']]).toEqual([amount, amount, shipping]);
}

/** The newest of these mails with this subject. @param whole the total of the order, if the mail contains it */
function checkLetter(
  mails: readonly string[],
  subject: string,
  all: readonly PartMoney[],
  shops: readonly { name: string }[],
  whole: number | null,
): void {
  const wanted = mails.filter((mail) => new RegExp(`^Subject: [^\n]*${subject}`, 'm').test(decodedSubject(mail)));
  expect([subject, wanted.length]).toEqual([subject, 1]);
  const [mail = ''] = wanted;
  const text = decodeMail(mail);
  const lists = listsOfLetter(text);
  expect(lists.map(({ title }) => title)).toEqual(shops.map(({ name }) => name));
  for (const [at, { rows }] of lists.entries()) {
    const { lines = [], off = 0, fees = 0, total = 0, vat = [] } = all[at] ?? {};
    const sums = rows.slice(0, rows.length - vat.length);
    expect(sums.map(([, cents]) => cents)).toEqual([...lines, ...(off > 0 ? [-off] : []), fees, total]);
    expect([sums.some(([what]) => what === 'Remise'), sums.at(-1)?.[0]]).toEqual([off > 0, 'Total']);
    expect(rows.slice(sums.length)).toEqual(vat);
  }
  const shown = amountsIn(text);
  if (whole !== null) expect(shown.at(-1)).toBe(whole);
  // The HTML part contains the same amounts.
  expect(amountsIn(wordsOf(htmlOfMail(mail)))).toEqual(shown);
}

/** The headers as a mail program shows them. */
function decodedSubject(mail: string): string {
  const headers = mail.slice(0, mail.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return headers.replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=\s*/gi, (_, how: string, what: string) => {
    if (how.toUpperCase() === 'B') return Buffer.from(what, 'base64').toString('utf8');
    const bytes = what
      .replaceAll('_', ' ')
      .replace(/=([0-9A-F]{2})/gi, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  });
}

const VALIDATE = { validate: 'prépare votre commande' };
/** Subjects of the letters by the store's steps. */
const LETTERS_OF_STEPS: Readonly<Record<ShippingType, Readonly<Record<string, string>>>> = {
  store: { ...VALIDATE, ready: 'est prête', ship: 'est remise' },
  home: { ...VALIDATE, ship: 'est en route' },
  relay: { ...VALIDATE, ship: 'est en route' },
  custom_store: { ...VALIDATE, ship: 'est livrée' },
  custom_relay: { ...VALIDATE, ship: 'est prête' },
  demat: { ...VALIDATE, ship: 'est envoyée' },
};

/** One store cancels its part, the others send theirs. */
async function finishParts(
  market: TestMarket,
  { shopper, stores: shops }: PricedMarket,
  { id, onDelivery }: Placed,
  all: readonly PartMoney[],
  canceled: number,
): Promise<void> {
  const order = expectOk(await shopper.seeOrder({ id }));
  for (const [at, shop] of shops.entries()) {
    const part = order.storeOrders.find(({ store }) => store.id === shop.merchant.storeId);
    const money = all[at];
    if (!part || !money) throw new Error('A shop without a part.');
    const letters = LETTERS_OF_STEPS[part.shippingType ?? 'store'];
    const steps = at === canceled ? ['cancel'] : Object.keys(letters);
    for (const step of steps) expectOk(await shop.merchant.call('PUT', `${part['@id']}/${step}`, {}));
    await checkFigures(shop, at === canceled ? [] : [money]);
    const mails = market
      .mails()
      .filter((mail) => mail.includes(`To: ${shopper.email}`) && decodeMail(mail).includes(shop.name));
    const back = await market.db.select().from(refunds).where(eq(refunds.storeOrderId, part.id));
    const owed = at === canceled && !onDelivery && money.total > 0 ? [money.total] : [];
    // What was not paid yet is no longer to be paid, and no money moves; of a part that was free nothing is asked either.
    const asked = back.filter(({ paymentId, amount }) => paymentId && amount > 0);
    expect(asked.map(({ amount }) => amount)).toEqual(owed);
    expect(back.map(({ amount }) => amount)).toEqual(at === canceled ? [money.total] : []);
    const seen = expectOk(await shopper.seeOrder({ id })).storeOrders.find((each) => each.id === part.id);
    expect([seen?.refunded?.amount ?? null, seen?.total.amount]).toEqual([back[0]?.amount ?? null, money.total]);
    if (at === canceled) {
      const reported = mails.map(decodeMail).find((mail) => mail.includes('ne peut pas honorer')) ?? '';
      const { lines, off, fees, total, vat } = money;
      const taxes = vat.map(([, tax]) => tax);
      expect(amountsIn(reported)).toEqual([...owed, ...lines, ...(off > 0 ? [-off] : []), fees, total, ...taxes]);
      continue;
    }
    for (const subject of Object.values(letters)) checkLetter(mails, subject, [money], [shop], null);
  }
}
