// Statement files: a month of a store as CSV and PDF, and all stores of the market as CSV.
import { asc } from 'drizzle-orm';
import { centsToInput, formatCents } from '#domain/money.ts';
import { csvOf } from '#domain/text/csv.ts';
import { formatDate, formatLongDay, parisDay } from '#domain/time/dates.ts';
import type { Tx } from '../db/client.ts';
import { stores } from '../db/schema/stores.ts';
import { renderStatement } from '../documents/statement-pdf.ts';
import type { Cause } from './movements.ts';
import { readMonths, readStatementLines, type StatementLine, type StatementMonth } from './statements.ts';

const CAUSES: Record<Cause, string> = {
  payment: 'Paiement',
  sale: 'Vente',
  'paid-to-store': 'Encaissée par la boutique',
  refund: 'Remboursement',
  'refund-paid': 'Remboursement versé',
  'paid-back-by-store': 'Remboursé par la boutique',
  transfer: 'Versement',
  reversal: 'Versement repris',
};

/** '1er–30' is left out: 'novembre 2026'. */
const monthName = (month: string) => formatLongDay(`${month}-01`).replace(/^\S+ /, '');

const HEAD = ['Date', 'Mouvement', 'Commande', 'Montant', 'dont TVA', 'Commission', 'Solde'];

/** The balance after each line, and the cells of all of them. */
function cellsOf(
  lines: readonly StatementLine[],
  start: number,
  { day, amount: written }: { day(at: Date): string; amount(cents: number): string },
): string[][] {
  let balance = start;
  return lines.map(({ cause, at, storeOrderId, amount, tax, commission }) => {
    balance += amount;
    const order = storeOrderId === null ? '' : String(storeOrderId);
    return [day(at), CAUSES[cause], order, ...[amount, tax, commission, balance].map(written)];
  });
}

interface Statement {
  lines: StatementLine[];
  /** Null: nothing happened. */
  month: StatementMonth | null;
  start: number;
}

async function readStatement(tx: Tx, storeId: string, of: string): Promise<Statement> {
  const months = await readMonths(tx, storeId);
  const earlier = months.find(({ month }) => month < of);
  return {
    lines: await readStatementLines(tx, storeId, of),
    month: months.find(({ month }) => month === of) ?? null,
    start: earlier?.balance ?? 0,
  };
}

/** Amounts with a comma, as spreadsheets read them. */
export async function statementCsv(tx: Tx, storeId: string, month: string): Promise<string> {
  const { lines, start } = await readStatement(tx, storeId, month);
  return csvOf([HEAD, ...cellsOf(lines, start, { day: parisDay, amount: centsToInput })]);
}

interface StatementOf {
  store: { id: string; name: string };
  month: string;
  siteName: string;
  /** For the file's date: the same content has the same bytes. */
  at: Date;
}

export async function statementPdf(tx: Tx, { store, month: of, siteName, at }: StatementOf): Promise<Buffer> {
  const { lines, month, start } = await readStatement(tx, store.id, of);
  const { online = 0, onDelivery = 0, refunds = 0, commission = 0, transfers = 0, balance = start } = month ?? {};
  return renderStatement({
    ...{ title: `Relevé de ${monthName(of)}`, store: store.name, market: siteName, at },
    sums: [
      ['Solde au début du mois', formatCents(start)],
      ['Ventes payées en ligne', formatCents(online)],
      ['Remboursements', formatCents(-refunds)],
      ['Commission de la plateforme', formatCents(-commission)],
      ['Versements', formatCents(-transfers)],
      ['Pour mémoire, encaissé par la boutique à la livraison', formatCents(onDelivery)],
      ['Solde à la fin du mois', formatCents(balance)],
    ],
    head: HEAD,
    rows: cellsOf(lines, start, { day: formatDate, amount: formatCents }),
    notes: [
      'Montants en euros, taxes comprises. Ce qui est payé à la livraison ne passe pas par la plateforme.',
      'La TVA des ventes est due par la boutique.',
    ],
  });
}

const MARKET_HEAD = [
  'Ventes en ligne',
  'Encaissé à la livraison',
  'Remboursements',
  'Commission',
  'Versements',
  'Solde',
];
const marketAmounts = ({ online, onDelivery, refunds, commission, transfers, balance }: StatementMonth) => [
  ...[online, onDelivery, refunds, commission, transfers, balance],
];

/** Each store and month of the market, by store. @param of one month alone */
async function readMarketMonths(tx: Tx, of?: string) {
  const rows: { slug: string; name: string; month: StatementMonth }[] = [];
  for (const { id, slug, name } of await tx.select().from(stores).orderBy(asc(stores.slug))) {
    for (const month of (await readMonths(tx, id)).reverse()) {
      if (of === undefined || month.month === of) rows.push({ slug, name, month });
    }
  }
  return rows;
}

/** Amounts with a comma. */
export async function marketStatementCsv(tx: Tx, of?: string): Promise<string> {
  const rows = (await readMarketMonths(tx, of)).map(({ slug, name, month }) => [
    ...[slug, name, month.month],
    ...marketAmounts(month).map(centsToInput),
  ]);
  return csvOf([['Boutique', 'Nom', 'Mois', ...MARKET_HEAD], ...rows]);
}

export async function marketStatementPdf(
  tx: Tx,
  { month: of, siteName, at }: Omit<StatementOf, 'store'>,
): Promise<Buffer> {
  const months = await readMarketMonths(tx, of);
  const sums = months.reduce<number[]>(
    (sum, { month }) => marketAmounts(month).map((amount, index) => amount + (sum[index] ?? 0)),
    MARKET_HEAD.map(() => 0),
  );
  return renderStatement({
    ...{ title: `Relevé de ${monthName(of)}`, store: 'Toutes les boutiques', market: siteName, at },
    sums: MARKET_HEAD.map((label, index) => [label, formatCents(sums[index] ?? 0)] as const),
    head: ['Boutique', ...MARKET_HEAD],
    rows: months.map(({ name, month }) => [name, ...marketAmounts(month).map(formatCents)]),
    notes: ['Montants en euros, taxes comprises. Ce qui est payé à la livraison ne passe pas par la plateforme.'],
    isByStore: true,
  });
}
