// App files: web manifest and icons, made from the market's settings.
// Guarantee: equal settings give equal bytes in every process, since the service worker's precache list has their digests.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Appearance } from '../catalogue/appearance.ts';
import { sendNoFile } from '../plugins/framework-errors.ts';
import { presentWebManifest } from '../presenters/web-manifest.ts';
import { createAppIcons, createSizeReader, iconVersion, sizeInside } from '../services/app-icons.ts';
import { picturePath } from '../services/picture-names.ts';

declare module 'fastify' {
  interface FastifyInstance {
    appFiles: AppFiles;
  }
}

export const MANIFEST = '/manifest.webmanifest';
const ICONS = '/icons/';

interface AppFile {
  type: string;
  cacheControl: string;
  bytes: Buffer;
}

export interface AppFiles {
  /** Null if there is none at this path. */
  read(path: string): Promise<AppFile | null>;
}

export const digestOf = (bytes: Buffer): string => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

function createAppFiles(app: FastifyInstance): AppFiles {
  const { storage } = app.market;
  const icons = createAppIcons(storage);
  const readSize = createSizeReader(storage);
  return {
    async read(path) {
      const appearance = await app.appearance();
      if (path === MANIFEST) {
        const bytes = Buffer.from(await makeManifest(appearance, readSize));
        return { type: 'application/manifest+json; charset=utf-8', cacheControl: 'no-cache', bytes };
      }
      const bytes = path.startsWith(ICONS) ? await icons.icon(path.slice(ICONS.length), appearance) : null;
      return bytes && { type: 'image/png', cacheControl: 'public, max-age=86400', bytes };
    },
  };
}

/** Side of a screenshot; a picture size. */
const SCREENSHOT_SIDE = 1080;

async function makeManifest(appearance: Appearance, readSize: ReturnType<typeof createSizeReader>): Promise<string> {
  const screenshots = await Promise.all(
    (['narrow', 'wide'] as const).map(async (form) => {
      const stem = appearance.screenshots[form];
      const size = stem === null ? null : await readSize(stem);
      if (!size) return [];
      return [
        { src: picturePath(`${stem}-${SCREENSHOT_SIDE}_inset.webp`), sizes: sizeInside(size, SCREENSHOT_SIDE), form },
      ];
    }),
  );
  return presentWebManifest({
    ...appearance,
    iconVersion: iconVersion(appearance),
    screenshots: screenshots.flat(),
  });
}

export function registerAppFiles(app: FastifyInstance): void {
  app.decorate('appFiles', createAppFiles(app));
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?');
    const file = await app.appFiles.read(path);
    if (!file) return sendNoFile(reply);
    const etag = `"${digestOf(file.bytes)}"`;
    reply.header('cache-control', file.cacheControl).header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(file.type).send(file.bytes);
  };
  app.get(MANIFEST, send);
  app.get(`${ICONS}:name`, send);
}
