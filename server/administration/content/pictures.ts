// Pictures of the market itself: uploaded by operators, in no store's library.
import { and, eq, isNull } from 'drizzle-orm';
import { recordAction } from '../../access/operator-actions.ts';
import { idOfReference, isUuid } from '../../catalogue/product-list.ts';
import type { Tx } from '../../db/client.ts';
import { images } from '../../db/schema/pictures.ts';
import type { BeforeTransaction, Call } from '../../http/call.ts';
import { presentImage } from '../../presenters/images.ts';
import { invalid, notFound } from '../../runtime/errors.ts';
import { uploadStem } from '../../services/picture-names.ts';
import { storeUpload } from '../../services/sent-pictures.ts';

export const storePicture: BeforeTransaction<'administration.uploadPicture'> = async ({ file, market }) => {
  if (file) await storeUpload(file.bytes, file.sha256, market.storage);
};

export async function addPicture({ tx, file, actor, now }: Call<'administration.uploadPicture'>) {
  if (!file) throw notFound();
  const { bytes, sha256 } = file;
  const [row] = await tx
    .insert(images)
    .values({ stem: uploadStem(sha256), uploadedBytes: bytes.length, unusedSince: now, createdAt: now })
    .returning();
  if (!row) throw notFound();
  const picture = presentImage(row);
  const subject = picture['@id'];
  await recordAction(tx, { by: actor, now }, { action: 'content-created', subject, title: 'une image du marché' });
  return picture;
}

/** @returns the id of a picture of the market. @throws 422 for any other */
export async function requirePicture(tx: Tx, iri: string | null): Promise<string | null> {
  if (iri === null) return null;
  const id = idOfReference(iri);
  const own = and(eq(images.id, id), isNull(images.storeId), isNull(images.deletedAt));
  const [row] = isUuid(id) ? await tx.update(images).set({ unusedSince: null }).where(own).returning() : [];
  if (!row) throw invalid([{ propertyPath: 'picture', message: 'Image inconnue\u00a0: envoyez-la de nouveau.' }]);
  return row.id;
}
