// Assets of all builds: each server puts those of its own into the storage before it accepts requests, and serves from
// there what its build does not have. So a page finds its parts at any server, before, during and after an upgrade.
// Guarantee: the assets of a build stay for two weeks after its last server has ended.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import { sendNoFile } from '../../plugins/framework-errors.ts';
import { type FileFolder, isFileName } from '../../services/storage.ts';
import { negotiateEncoding } from '../encoded-page.ts';

const DAY_MS = 86_400_000;
/** Own assets are written again at this age, so that those of a running server never end. */
const REFRESH_MS = 7 * DAY_MS;
const RETENTION_MS = REFRESH_MS + 14 * DAY_MS;
const CONCURRENT = 8;
const ASSETS = '/assets/';

const typesByExtension: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Folders of the build become a part of the name. */
const storedName = (asset: string) => asset.replaceAll('/', '__');

/** Writes the assets of a build that are missing or old, and deletes those of builds that no server has any more. */
export async function shareAssets(assets: FileFolder, client: string, now = Date.now()): Promise<void> {
  const own = findAssets(join(client, ASSETS));
  const ages = new Map((await assets.list()).map(({ name, writtenAt }) => [name, now - writtenAt.getTime()]));
  const limit = pLimit(CONCURRENT);
  const writes = [...own].filter(([name]) => (ages.get(name) ?? Number.POSITIVE_INFINITY) > REFRESH_MS);
  const ended = [...ages].filter(([name, age]) => age > RETENTION_MS && !own.has(name));
  await Promise.all([
    ...writes.map(([name, path]) => limit(async () => assets.put(name, await readFile(path)))),
    ...ended.map(([name]) => limit(() => assets.remove(name))),
  ]);
}

/** Paths by stored name; of a compressed file only the compressed form. */
function findAssets(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const all = new Set(files);
  const stored = files.filter((file) => {
    return extname(file.replace(/\.br$/, '')) in typesByExtension && !all.has(`${file}.br`);
  });
  return new Map(stored.map((file) => [storedName(file), join(folder, file)]));
}

/** Answers for assets that this server's build does not have: static routes of its own come first. */
export function serveSharedAssets(app: FastifyInstance, assets: FileFolder): void {
  app.get<{ Params: { '*': string } }>(`${ASSETS}*`, async ({ params, headers }, reply) => {
    const name = storedName(params['*']);
    const type = typesByExtension[extname(name)];
    if (type === undefined || !isFileName(name)) return sendNoFile(reply);
    const compressed = await assets.read(`${name}.br`);
    const plain = compressed ? null : await assets.read(name);
    const found = compressed ?? plain;
    if (!found) return sendNoFile(reply);
    reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').header('vary', 'Accept-Encoding');
    if (!compressed) return reply.send(found);
    if (negotiateEncoding(headers['accept-encoding']) === 'br')
      return reply.header('content-encoding', 'br').send(found);
    return reply.send(await promisify(brotliDecompress)(found));
  });
}
