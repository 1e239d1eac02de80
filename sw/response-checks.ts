// Response checks: distinguishes our server's responses from those of a portal, a proxy, a maintenance page, and from
// incomplete files.
// Guarantee: a signature header alone is not sufficient for storing; stored responses are complete and have the type of
// their address.
import { mediaType } from '#contract/wire/hydra.ts';

/** The first is on every response of our server, the second on those of the API, which may be on another host. */
const signatures = ['X-Market', 'X-Api'];
const buildHeader = 'X-Build';

function typeOf(response: Response): string {
  return (response.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Has a signature. An opaque redirect, which the browser follows itself, passes. */
export function isTrusted(response: Response): boolean {
  if (response.type === 'opaqueredirect') return true;
  return !response.redirected && signatures.some((name) => response.headers.has(name));
}

/** A public API answer, by its headers. */
export function isApiAnswer(response: Response): boolean {
  return response.status === 200 && response.headers.has('X-Api') && typeOf(response) === mediaType;
}

const pageMark = (buildId: string) => `<meta name="build" content="${buildId}">`;

/** A page of this build, by its headers. */
export function isPage(response: Response, buildId: string): boolean {
  const { status, headers } = response;
  return status === 200 && headers.get(buildHeader) === buildId && typeOf(response) === 'text/html';
}

/** A complete page with the mark of its build. */
export async function wholePage(response: Response, buildId: string): Promise<Response | null> {
  if (!isPage(response, buildId)) return null;
  const html = await response.text().catch(() => '');
  const isWhole = html.includes(pageMark(buildId)) && html.trimEnd().endsWith('</html>');
  return isWhole ? new Response(html, decodedHead(response)) : null;
}

/** The head of an answer whose body was read: a body is handed out decoded. */
export function decodedHead({ status, statusText, headers }: Response) {
  const own = new Headers(headers);
  own.delete('Content-Encoding');
  own.delete('Content-Length');
  return { status, statusText, headers: own };
}

const fileTypes: Record<string, RegExp> = {
  js: /javascript$/,
  css: /^text\/css$/,
  woff2: /woff2$/,
  png: /^image\/png$/,
  svg: /^image\/svg/,
};

/** The file has the type of its extension; unknown extensions may have any type except HTML. */
export function hasOwnType(path: string, response: Response): boolean {
  const expected = fileTypes[path.split('.').at(-1) ?? ''];
  return expected ? expected.test(typeOf(response)) : typeOf(response) !== 'text/html';
}

const begins = (bytes: Uint8Array, start: string, at = 0) =>
  [...start].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

/** File signatures; formats with a length or an end mark are checked for completeness. */
const pictureStarts: ((bytes: Uint8Array) => boolean)[] = [
  (bytes) =>
    begins(bytes, 'RIFF') &&
    begins(bytes, 'WEBP', 8) &&
    new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) + 8 <= bytes.length,
  (bytes) => begins(bytes, '\x89PNG\r\n\x1a\n') && begins(bytes, 'IEND', bytes.length - 8),
  (bytes) => begins(bytes, '\xff\xd8\xff'),
  (bytes) => begins(bytes, 'GIF8'),
  (bytes) => begins(bytes, 'ftyp', 4),
  (bytes) => /^\s*<(\?xml|svg)/.test(new TextDecoder().decode(bytes.subarray(0, 64))),
];

/** The complete picture; null if it is none, or incomplete. */
export async function wholePicture(response: Response): Promise<Response | null> {
  if (response.status !== 200 || !typeOf(response).startsWith('image/')) return null;
  const bytes = await response.arrayBuffer().catch(() => null);
  if (!bytes || !pictureStarts.some((isPicture) => isPicture(new Uint8Array(bytes)))) return null;
  return new Response(bytes, decodedHead(response));
}
