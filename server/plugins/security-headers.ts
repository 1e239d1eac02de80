// Sets the headers that tell a browser what a page of Étal may do.
// Guarantees: every HTML answer carries the Content-Security-Policy, wherever it is found; only styles and scripts named by
// their hash are added to it;
// answers of the API may load nothing at all.
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import type { Env } from '../runtime/env.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Hashes of the inline style elements of this page, as `'sha256-…'` without the quotes. */
    styleHashes: readonly string[] | null;
    /** The same of its inline scripts. */
    scriptHashes: readonly string[] | null;
  }
}

function checkHashes(hashes: readonly string[]): void {
  for (const hash of hashes) {
    if (!/^sha(256|384|512)-[A-Za-z0-9+/]+=*$/.test(hash))
      throw new Error(`Not the hash of a style or script: ${hash}`);
  }
}

/** Said by the page renderer, before it sends: the inline styles of this page are these and no others. */
export function allowStyles(reply: FastifyReply, hashes: readonly string[]): void {
  checkHashes(hashes);
  reply.styleHashes = hashes;
}

/** The same of its inline scripts. */
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

export const NOTHING = "default-src 'none'; frame-ancestors 'none'";
/** Files that only ever load into a page of ours. */
const bare = /^\/(media|assets)\//;
/** Pages whose address must not reach another site. */
const silent = /^\/(reset_password|paiement|payment|sandbox|media\/telechargements)/;

type Headers = Pick<FastifyReply, 'header'>;

function setBareGuards(reply: Headers): void {
  reply.header('x-content-type-options', 'nosniff');
  reply.header('cross-origin-resource-policy', 'same-origin');
}

/** What every answer carries that a browser may open by itself, but for its policy. */
export function setGuards(url: string, reply: Headers, isPage = false): void {
  setBareGuards(reply);
  reply.header('referrer-policy', silent.test(url) ? 'no-referrer' : 'strict-origin-when-cross-origin');
  reply.header('cross-origin-opener-policy', 'same-origin');
  // A merchant scans in whichever page of the app they came in by; what is no page of it, or takes a payment, films nobody.
  const camera = isPage && !silent.test(url) ? '(self)' : '()';
  reply.header('permissions-policy', `geolocation=(self), camera=${camera}, microphone=(), payment=(), usb=()`);
}

export const securityHeaders = fp<{ env: Env }>(async (app, { env }) => {
  const secure = env.mode === 'production' && env.publicUrl.startsWith('https:');
  app.decorateReply('styleHashes', null);
  app.decorateReply('scriptHashes', null);
  app.addHook('onSend', async (request, reply) => {
    const type = String(reply.getHeader('content-type') ?? '');
    const isPage = type.startsWith('text/html');
    // Pictures and scripts are no places: the rest would only weigh on each of them.
    if (!isPage && reply.statusCode < 400 && bare.test(request.url)) return setBareGuards(reply);
    setGuards(request.url, reply, isPage);
    if (secure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (reply.hasHeader('content-security-policy')) return;
    // A file that is held already keeps the policy it came with.
    const isBlank = type === '' && reply.statusCode !== 304;
    if (isPage) {
      const policy = contentSecurityPolicy(env, reply.styleHashes ?? [], reply.scriptHashes ?? []);
      reply.header('content-security-policy', policy);
    } else if (isBlank || type.startsWith('text/plain') || request.url.startsWith('/api/')) {
      reply.header('content-security-policy', NOTHING);
    }
  });
});
