// API documentation routes: the OpenAPI document, and Swagger UI from its published files on this origin.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendCacheable } from '../plugins/json-ld.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';

const viewer = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static');
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The usual policy without Trusted Types, which Swagger UI does not support; it shows our own document only. */
const policyOf = (scriptHash: string) =>
  [
    "default-src 'none'",
    `script-src 'self' '${scriptHash}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const pageOf = (prefix: string, script: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>API — Étal</title>
<link rel="stylesheet" href="${prefix}/docs/swagger-ui.css"><script defer src="${prefix}/docs/swagger-ui-bundle.js"></script></head>
<body><div id="api"></div><script>${script}</script></body></html>`;

/** @param prefix API path of the site */
export async function docsRoutes(api: FastifyInstance, prefix: string): Promise<void> {
  // Created at the first request, so that it does not delay the start.
  let document: OpenApiDocument | undefined;
  api.get('/docs.json', async (request, reply) => {
    document ??= openApiDocument(prefix, version);
    return sendCacheable(request, reply, document, 'application/json; charset=utf-8');
  });

  const settings = {
    url: `${prefix}/docs.json`,
    dom_id: '#api',
    deepLinking: true,
    docExpansion: 'none',
    displayOperationId: true,
  };
  const script = `addEventListener('DOMContentLoaded', () => SwaggerUIBundle(${JSON.stringify(settings)}));`;
  const policy = policyOf(`sha256-${createHash('sha256').update(script).digest('base64')}`);
  api.get('/docs', async (_request, reply) => {
    reply.header('content-security-policy', policy);
    return reply.type('text/html; charset=utf-8').send(pageOf(prefix, script));
  });
  await api.register(fastifyStatic, {
    root: viewer,
    prefix: '/docs/',
    decorateReply: false,
    index: false,
    wildcard: false,
    globIgnore: ['**/!(swagger-ui.css|swagger-ui-bundle.js)'],
    maxAge: '1d',
  });
}
