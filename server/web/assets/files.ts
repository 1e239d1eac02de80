// Serves the files of the built front end: one route for each that exists, and which addresses are those of files.
import { readdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Seconds. */
const ONE_DAY = 86_400;
const ONE_YEAR = 31_536_000;

/** @returns whether an address, however it is written, is one under which files are found: what is not there is no page */
export function placesOfFiles(client: string): (path: string) => boolean {
  const folders = readdirSync(client, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const places = new Set(['media', ...folders.map(({ name }) => name.toLowerCase())]);
  return (path) => {
    const [first = '', ...rest] = readable(path)
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

function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix: '/',
    decorateReply: false,
    index: false,
    // One route per file that exists: everything else stays an address of the application.
    wildcard: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      if (path.includes('/assets/')) reply.header('cache-control', `public, max-age=${ONE_YEAR}, immutable`);
      else if (/\.(png|svg|webp|ico)$/.test(path)) reply.header('cache-control', `public, max-age=${ONE_DAY}`);
      else reply.header('cache-control', 'no-cache');
    },
  });
}
