// Relay points of carriers, as operators edit them.
import { asc, eq } from 'drizzle-orm';
import type { MarketRelayPoint } from '#contract/administration/content.ts';
import { parseHoursLine, relayHoursOf, sortHours, writeRelayHours } from '../../catalogue/opening-hours.ts';
import type { Tx } from '../../db/client.ts';
import { type PickupHoursRow, relayPoints } from '../../db/schema/content.ts';
import type { Call } from '../../http/call.ts';
import { presentCollection } from '../../presenters/collection.ts';
import { invalid, notFound } from '../../runtime/errors.ts';
import { recordEdit } from './record-edit.ts';

type Row = typeof relayPoints.$inferSelect;

const present = ({ hours, ...row }: Row): MarketRelayPoint => ({
  '@type': 'MarketRelayPoint',
  ...row,
  hours: writeRelayHours(hours),
});
const editOf = ({ id, name, city }: Row) => ({
  ...{ kind: 'relayPoint', key: id, subject: `/administration/relay_points/${id}` },
  title: `le point relais «\u00a0${name}, ${city}\u00a0»`,
});

/** @throws 422 naming the line that is no hours */
function hoursOf(lines: readonly string[]): PickupHoursRow[] {
  const written = lines.filter((line) => line !== '');
  const wrong = written.find((line) => parseHoursLine(line) === null);
  if (wrong !== undefined) {
    const message = `Horaires attendus, comme «\u00a0mar-ven 09:00-12:00 14:00-18:30\u00a0», au lieu de «\u00a0${wrong}\u00a0».`;
    throw invalid([{ propertyPath: 'hours', message }]);
  }
  return sortHours(written.flatMap((line) => relayHoursOf(parseHoursLine(line) ?? { days: [], windows: [] })));
}

export async function listRelayPoints({ tx }: Call<'administration.relayPoints'>) {
  const rows = await tx.select().from(relayPoints).orderBy(asc(relayPoints.city), asc(relayPoints.name));
  return presentCollection('/administration/relay_points', rows.map(present));
}

async function findPoint(tx: Tx, id: string): Promise<Row> {
  const [row] = await tx.select().from(relayPoints).where(eq(relayPoints.id, id));
  if (!row) throw notFound();
  return row;
}

export const readRelayPoint = async ({ tx, params }: Call<'administration.relayPoint'>) =>
  present(await findPoint(tx, params.id));

export async function createRelayPoint(call: Call<'administration.createRelayPoint'>) {
  const { newId, hours, ...own } = call.body;
  const [row] = await call.tx
    .insert(relayPoints)
    .values({ ...own, id: newId, hours: hoursOf(hours) })
    .onConflictDoNothing()
    .returning();
  if (!row) throw invalid([{ propertyPath: 'newId', message: 'Un point relais a déjà cet identifiant.' }]);
  await recordEdit(call, { action: 'content-created', ...editOf(row) });
  return present(row);
}

export async function saveRelayPoint(call: Call<'administration.saveRelayPoint'>) {
  const { hours, ...own } = call.body;
  const [row] = await call.tx
    .update(relayPoints)
    .set({ ...own, hours: hoursOf(hours) })
    .where(eq(relayPoints.id, call.params.id))
    .returning();
  if (!row) throw notFound();
  await recordEdit(call, { action: 'content-changed', ...editOf(row) });
  return present(row);
}

export async function deleteRelayPoint(call: Call<'administration.deleteRelayPoint'>): Promise<undefined> {
  const row = await findPoint(call.tx, call.params.id);
  await call.tx.delete(relayPoints).where(eq(relayPoints.id, row.id));
  await recordEdit(call, { action: 'content-deleted', ...editOf(row) });
}
