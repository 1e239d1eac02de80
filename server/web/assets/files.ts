// Static files of the front end: one route per file, and a test for file addresses.
import { readdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Seconds. */
const ONE_DAY = 86_400;
const ONE_YEAR = 31_536_000;

/** @returns a test for addresses of files, in any notation: missing ones are no pages */
export function fileAddressTest(client: string): (path: string) => boolean {
  const folders = readdirSync(client, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const places = new Set(['media', 'icons', ...folders.map(({ name }) => name.toLowerCase())]);
  return (path) => {
    const [first = '', ...rest] = decodePath(path)
      .toLowerCase()
      .split(/[/\\]+/)
      .filter((part) => part !== '');
    return (
      places.has(first) ||
      [first, ...rest].some((part) => part.startsWith('.')) ||
      /\.[a-z0-9]+$/.test(rest.at(-1) ?? first)
    );
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** @param except path of a file that the application serves itself */
export async function serveFiles(app: FastifyInstance, root: string, except?: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix: '/',
    decorateReply: false,
    index: false,
    // One route per existing file; other addresses belong to the application.
    wildcard: false,
    ...(except && { globIgnore: [`**${except}`] }),
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      if (path.includes('/assets/')) reply.header('cache-control', `public, max-age=${ONE_YEAR}, immutable`);
      else if (/\.(png|svg|webp|ico)(\.br|\.gz)?$/.test(path))
        reply.header('cache-control', `public, max-age=${ONE_DAY}`);
      else reply.header('cache-control', 'no-cache');
    },
  });
}
