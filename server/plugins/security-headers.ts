// Security headers: browser policies of every answer.
// Guarantees: every HTML answer carries the Content-Security-Policy; only inline styles and scripts with a listed hash
// are allowed, in the administration styles with a nonce; API answers may load nothing.
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import type { Env } from '../runtime/env.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Hashes of the page's inline styles, or a nonce for them, as `'sha256-…'` without the quotes. */
    styleHashes: readonly string[] | null;
    /** Hashes of the page's inline scripts. */
    scriptHashes: readonly string[] | null;
  }
}

function checkHashes(hashes: readonly string[]): void {
  for (const hash of hashes) {
    if (!/^(sha(256|384|512)|nonce)-[A-Za-z0-9+/]+=*$/.test(hash))
      throw new Error(`Not the hash of a style or script: ${hash}`);
  }
}

/** Called by the page renderer before sending: allows these inline styles only. */
export function allowStyles(reply: FastifyReply, hashes: readonly string[]): void {
  checkHashes(hashes);
  reply.styleHashes = hashes;
}

/** Allows these inline scripts only. */
export function allowScripts(reply: FastifyReply, hashes: readonly string[]): void {
  checkHashes(hashes);
  reply.scriptHashes = hashes;
}

const quoted = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('');

export function contentSecurityPolicy(
  env: Pick<Env, 'tileUrl'>,
  styleHashes: readonly string[] = [],
  scriptHashes: readonly string[] = [],
): string {
  const tiles = new URL(env.tileUrl.replaceAll(/[{}]/g, '')).origin;
  return [
    "default-src 'none'",
    `script-src 'self'${quoted(scriptHashes)}`,
    `style-src 'self'${quoted(styleHashes)}`,
    "worker-src 'self'",
    `img-src 'self' data: blob: ${tiles}`,
    `connect-src 'self' ${tiles}`,
    "font-src 'self'",
    "manifest-src 'self'",
    'frame-src https://www.youtube-nocookie.com',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

export const EMPTY_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** Files loaded by pages of this site only. */
const subresources = /^\/(media|assets)\//;
/** Pages whose address must not leak to other sites. */
const privatePages =
  /^\/(reset_password|paiement|payment|sandbox|media\/telechargements|desinscription|contestation|administration)/;

type Headers = Pick<FastifyReply, 'header'>;

function setFileHeaders(reply: Headers): void {
  reply.header('x-content-type-options', 'nosniff');
  reply.header('cross-origin-resource-policy', 'same-origin');
}

/** Headers of every document, except its Content-Security-Policy. */
export function setDocumentHeaders(url: string, reply: Headers, isPage = false): void {
  setFileHeaders(reply);
  reply.header('referrer-policy', privatePages.test(url) ? 'no-referrer' : 'strict-origin-when-cross-origin');
  reply.header('cross-origin-opener-policy', 'same-origin');
  // Merchants scan codes on any page of the app; payment pages and other answers get no camera.
  const camera = isPage && !privatePages.test(url) ? '(self)' : '()';
  reply.header('permissions-policy', `geolocation=(self), camera=${camera}, microphone=(), payment=(), usb=()`);
}

export const securityHeaders = fp<{ env: Env }>(async (app, { env }) => {
  const secure = env.mode === 'production' && env.publicUrl.startsWith('https:');
  app.decorateReply('styleHashes', null);
  app.decorateReply('scriptHashes', null);
  app.addHook('onSend', async (request, reply) => {
    const type = String(reply.getHeader('content-type') ?? '');
    const isPage = type.startsWith('text/html');
    // Pictures and scripts are subresources: the document headers would only add weight.
    if (!isPage && reply.statusCode < 400 && subresources.test(request.url)) return setFileHeaders(reply);
    setDocumentHeaders(request.url, reply, isPage);
    if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (reply.hasHeader('content-security-policy')) return;
    // A 304 leaves the cached file's policy unchanged.
    const isBlank = type === '' && reply.statusCode !== 304;
    if (isPage) {
      const policy = contentSecurityPolicy(env, reply.styleHashes ?? [], reply.scriptHashes ?? []);
      reply.header('content-security-policy', policy);
    } else if (isBlank || type.startsWith('text/plain') || request.url.startsWith('/api/')) {
      reply.header('content-security-policy', EMPTY_POLICY);
    }
  });
});
