// Response checks: whether a response is our server's, or someone else's in its place: a portal's log-in page, a proxy's
// JSON, a maintenance page, half a file. Guarantee: a signature alone is never enough to be stored; what is stored is whole
// and has the type that belongs to its address.
import { mediaType } from '#contract/wire/hydra.ts';

/** Every answer of our server carries the first; those of the API, which may be on another host, the second. */
const signatures = ['X-Market', 'X-Api'];
const buildHeader = 'X-Build';

function typeOf(response: Response): string {
  return (response.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Our server wrote it. A redirect that the browser itself will follow says nothing yet, and passes. */
export function isTrusted(response: Response): boolean {
  if (response.type === 'opaqueredirect') return true;
  return !response.redirected && signatures.some((name) => response.headers.has(name));
}

/** A public answer of the API, judged by its head. */
export function isApiAnswer(response: Response): boolean {
  return response.status === 200 && response.headers.has('X-Api') && typeOf(response) === mediaType;
}

const pageMark = (buildId: string) => `<meta name="build" content="${buildId}">`;

/** A page of ours that belongs to this build, judged by its head. */
export function isPage(response: Response, buildId: string): boolean {
  const { status, headers } = response;
  return status === 200 && headers.get(buildHeader) === buildId && typeOf(response) === 'text/html';
}

/** The same page, read to its end: it carries the mark of its build, and nothing of it is missing. */
export async function wholePage(response: Response, buildId: string): Promise<Response | null> {
  if (!isPage(response, buildId)) return null;
  const html = await response.text().catch(() => '');
  const isWhole = html.includes(pageMark(buildId)) && html.trimEnd().endsWith('</html>');
  return isWhole ? new Response(html, decoded(response)) : null;
}

/** The head of an answer whose body was read: a body is handed out decoded. */
export function decoded({ status, statusText, headers }: Response) {
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

/** A file of the app has the type that its name says; a file of no known kind may have any type but a page's. */
export function hasOwnType(path: string, response: Response): boolean {
  const expected = fileTypes[path.split('.').at(-1) ?? ''];
  return expected ? expected.test(typeOf(response)) : typeOf(response) !== 'text/html';
}

const begins = (bytes: Uint8Array, start: string, at = 0) =>
  [...start].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

/** What pictures begin with; of those that say how long they are, also that they are. */
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

/** The picture, read to its end; null when it is none, or not all of it. */
export async function wholePicture(response: Response): Promise<Response | null> {
  if (response.status !== 200 || !typeOf(response).startsWith('image/')) return null;
  const bytes = await response.arrayBuffer().catch(() => null);
  if (!bytes || !pictureStarts.some((isPicture) => isPicture(new Uint8Array(bytes)))) return null;
  return new Response(bytes, decoded(response));
}
