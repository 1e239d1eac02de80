// Settings of the market, as operators edit them: every known key, set or not.
// Guarantee: a value that the check of a market folder rejects is rejected here with the same words.
import { eq } from 'drizzle-orm';
import { settingNames } from '#contract/administration/setting-names.ts';
import type { MarketSetting } from '#contract/administration/settings.ts';
import { BRAND_COLOR_SETTING } from '#domain/brand-colors.ts';
import { mistakeInSetting, picturedSettings, pictureSettings, textSettings } from '../../catalogue/setting-values.ts';
import type { Tx } from '../../db/client.ts';
import { events } from '../../db/schema/catalogue.ts';
import { configurations } from '../../db/schema/content.ts';
import type { Call } from '../../http/call.ts';
import { presentCollection } from '../../presenters/collection.ts';
import { imageCell, presentImageOrNull } from '../../presenters/images.ts';
import { invalid, notFound } from '../../runtime/errors.ts';
import { requirePicture } from './pictures.ts';
import { recordEdit } from './record-edit.ts';

const takes = (key: string): MarketSetting['takes'] => {
  if (pictureSettings.includes(key)) return 'picture';
  return picturedSettings.includes(key) ? 'both' : 'text';
};
const known = new Set([...textSettings, BRAND_COLOR_SETTING, ...picturedSettings, ...pictureSettings]);
/** In the order of their names. */
const keys = Object.keys(settingNames).filter((key) => known.has(key));

async function readSettings(tx: Tx): Promise<MarketSetting[]> {
  const { key, value, valueImageId } = configurations;
  const rows = await tx.select({ key, value, image: imageCell(valueImageId) }).from(configurations);
  const set = new Map(rows.map((row) => [row.key, row]));
  return keys.map((id) => ({
    ...{ '@type': 'MarketSetting', id, value: set.get(id)?.value ?? '', takes: takes(id) },
    picture: presentImageOrNull(set.get(id)?.image ?? null),
  }));
}

export const listSettings = async ({ tx }: Call<'administration.settings'>) =>
  presentCollection('/administration/settings', await readSettings(tx));

async function findSetting(tx: Tx, id: string): Promise<MarketSetting> {
  const found = (await readSettings(tx)).find((setting) => setting.id === id);
  if (!found) throw notFound();
  return found;
}

export const readSetting = ({ tx, params }: Call<'administration.setting'>) => findSetting(tx, params.id);

export async function saveSetting(call: Call<'administration.saveSetting'>) {
  const { tx, params, body } = call;
  const { id, takes: kind } = await findSetting(tx, params.id);
  const value = kind === 'picture' ? '' : body.value;
  await requireValue(tx, id, value);
  const valueImageId = kind === 'text' ? null : await requirePicture(tx, body.picture);
  const isEmpty = value === '' && valueImageId === null;
  if (isEmpty) await tx.delete(configurations).where(eq(configurations.key, id));
  else {
    await tx
      .insert(configurations)
      .values({ key: id, value, valueImageId })
      .onConflictDoUpdate({ target: configurations.key, set: { value, valueImageId } });
  }
  const subject = `/administration/settings/${id}`;
  await recordEdit(call, {
    action: 'content-changed',
    kind: 'setting',
    key: id,
    subject,
    title: `le réglage «\u00a0${settingNames[id] ?? id}\u00a0»`,
  });
  return findSetting(tx, id);
}

async function requireValue(tx: Tx, id: string, value: string): Promise<void> {
  const mistake = mistakeInSetting(id, value);
  if (mistake !== null) throw invalid([{ propertyPath: 'value', message: mistake }]);
  if (id !== 'homeEvent' || value === '') return;
  const [event] = await tx.select().from(events).where(eq(events.slug, value));
  if (!event) throw invalid([{ propertyPath: 'value', message: 'Aucun événement n’a cette adresse.' }]);
}
