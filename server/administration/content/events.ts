// Events of the market, as operators edit them.
// Guarantee: the event of the home page cannot be deleted before another one, or none, is in its place.
import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { MarketEvent } from '#contract/administration/content.ts';
import type { Tx } from '../../db/client.ts';
import { events, productEvents } from '../../db/schema/catalogue.ts';
import { configurations } from '../../db/schema/content.ts';
import type { Call } from '../../http/call.ts';
import { presentCollection } from '../../presenters/collection.ts';
import { type ImageRow, imageCell, presentImageOrNull } from '../../presenters/images.ts';
import { conflict, invalid, notFound } from '../../runtime/errors.ts';
import { requirePicture } from './pictures.ts';
import { recordEdit } from './record-edit.ts';

type Row = typeof events.$inferSelect & { image: ImageRow | null };
const columns = { ...getTableColumns(events), image: imageCell(events.imageId) };

const iriOf = (id: string) => `/administration/events/${id}`;
const present = ({ id, slug, name, description, image }: Row): MarketEvent => ({
  ...{ '@id': iriOf(id), '@type': 'MarketEvent', id, slug, name, description, picture: presentImageOrNull(image) },
});
const editOf = ({ id, slug, name }: Pick<Row, 'id' | 'slug' | 'name'>) => ({
  ...{ kind: 'event', key: slug, subject: iriOf(id), title: `l’événement «\u00a0${name}\u00a0»` },
});

export async function listEvents({ tx }: Call<'administration.events'>) {
  const rows = await tx.select(columns).from(events).orderBy(asc(events.name));
  return presentCollection('/administration/events', rows.map(present));
}

async function findEvent(tx: Tx, id: string): Promise<Row> {
  const [row] = await tx.select(columns).from(events).where(eq(events.id, id));
  if (!row) throw notFound();
  return row;
}

export const readEvent = async ({ tx, params }: Call<'administration.event'>) =>
  present(await findEvent(tx, params.id));

export async function createEvent(call: Call<'administration.createEvent'>) {
  const { picture, ...own } = call.body;
  const imageId = await requirePicture(call.tx, picture);
  const [row] = await call.tx
    .insert(events)
    .values({ ...own, imageId })
    .onConflictDoNothing()
    .returning();
  if (!row) throw invalid([{ propertyPath: 'slug', message: 'Un événement a déjà cette adresse.' }]);
  await recordEdit(call, { action: 'content-created', ...editOf(row) });
  return present(await findEvent(call.tx, row.id));
}

export async function saveEvent(call: Call<'administration.saveEvent'>) {
  const { picture, ...own } = call.body;
  const imageId = await requirePicture(call.tx, picture);
  const [row] = await call.tx
    .update(events)
    .set({ ...own, imageId })
    .where(eq(events.id, call.params.id))
    .returning();
  if (!row) throw notFound();
  await recordEdit(call, { action: 'content-changed', ...editOf(row) });
  return present(await findEvent(call.tx, row.id));
}

export async function deleteEvent(call: Call<'administration.deleteEvent'>): Promise<undefined> {
  const { tx } = call;
  const row = await findEvent(tx, call.params.id);
  const [shown] = await tx.select().from(configurations).where(eq(configurations.key, 'homeEvent'));
  if (shown?.value === row.slug)
    throw conflict(
      'needed',
      'Cet événement est celui de l’accueil\u00a0: choisissez-en d’abord un autre dans les réglages.',
    );
  await tx.delete(productEvents).where(eq(productEvents.eventId, row.id));
  await tx.delete(events).where(eq(events.id, row.id));
  await recordEdit(call, { action: 'content-deleted', ...editOf(row) });
}
