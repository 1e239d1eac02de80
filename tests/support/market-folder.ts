// A DATA_DIR after a first start, with an empty database: made once for all tests and copied, since making one (an
// embedded database, the keys) takes longer than most tests. Tests of the first start itself use an empty folder.
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSigningKeys } from '#server/access/signing-keys.ts';
import { openDatabase } from '#server/db/client.ts';
import { cached, hashOfSources } from './cache.ts';

/** @returns a folder of the caller's own, which is not removed automatically */
export async function copyStartedFolder(): Promise<string> {
  const made = await cached(`folder-${hashOfSources(['server/db'])}`, async (folder) => {
    const database = await openDatabase({ dataDir: folder });
    await database.close();
    await loadSigningKeys(folder);
  });
  const own = mkdtempSync(join(tmpdir(), 'etal-folder-'));
  cpSync(made, own, { recursive: true });
  return own;
}
