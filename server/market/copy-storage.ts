// Copies the files of a market between DATA_DIR and S3, while it is running or not.
// Guarantees: nothing is deleted or changed where it comes from; a copy may be repeated, and then adds what is missing.
import pLimit from 'p-limit';
import { MARKET_ID } from '../access/shared-folders.ts';
import { folderNames, type Storage } from '../services/storage.ts';

export class OtherMarket extends Error {
  override name = 'OtherMarket';
}

const CONCURRENT = 8;

/** @returns number of files copied */
export async function copyStorage(from: Storage, to: Storage): Promise<number> {
  await requireSameMarket(from, to);
  const limit = pLimit(CONCURRENT);
  let copied = 0;
  for (const folder of folderNames) {
    const sizes = new Map((await to[folder].list()).map(({ name, size }) => [name, size]));
    // A file never changes under its name.
    const missing = (await from[folder].list()).filter(({ name, size }) => sizes.get(name) !== size);
    await Promise.all(
      missing.map(({ name }) =>
        limit(async () => {
          const bytes = await from[folder].read(name);
          // The cleanup of the market may have deleted it meanwhile.
          if (!bytes) return;
          await to[folder].put(name, bytes);
          copied += 1;
        }),
      ),
    );
  }
  return copied;
}

async function requireSameMarket(from: Storage, to: Storage): Promise<void> {
  const [own, other] = await Promise.all([from, to].map((storage) => storage.files.read(MARKET_ID)));
  if (other && !own?.equals(other)) {
    throw new OtherMarket(`Rien n’a été copié\u00a0: ${to.place} a les fichiers d’un autre marché.`);
  }
}
