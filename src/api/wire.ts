// Wire format: converts an endpoint and its arguments into a request of plain strings, and a response into a reply.
// Guarantee: equal arguments give equal bytes, so that a request can be frozen and repeated; a reply records whether
// the server wrote it.

import { type EndpointArguments, type EndpointName, registry } from '#contract/registry.ts';
import { mediaType } from '#contract/wire/hydra.ts';

/** A request without credentials. `path` is relative to the API endpoint and includes the query. */
export interface WireRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** A file, between `body` and `after` in the payload. */
  bytes?: ArrayBuffer | undefined;
  after?: string | undefined;
}

export interface PrepareOptions {
  /** Base version of the caller; 412 if it is not current. */
  ifMatch?: number | undefined;
  /** For multipart endpoints: the file and the boundary of the parts. */
  file?: { fileName: string; mime: string; boundary: string } | undefined;
}

/** Timeout of an upload, milliseconds: 30 s plus the time at 20 kB/s. */
export const uploadLife = (bytes: number): number => 30_000 + Math.ceil(bytes / 20);

/** The body as bytes; equal for equal requests. */
export function requestPayload({ body, bytes, after = '' }: WireRequest): string | Uint8Array<ArrayBuffer> | null {
  if (!bytes) return body;
  const [head, tail] = [new TextEncoder().encode(body ?? ''), new TextEncoder().encode(after)];
  const payload = new Uint8Array(head.length + bytes.byteLength + tail.length);
  payload.set(head);
  payload.set(new Uint8Array(bytes), head.length);
  payload.set(tail, head.length + bytes.byteLength);
  return payload;
}

/** A reply. `date` is the server's clock in milliseconds, if present. */
export interface WireReply {
  status: number;
  headers: Headers;
  date: number | null;
  /** Parsed JSON; null for an empty body. */
  body: unknown;
  /** False: a portal, a proxy or another program answered in the server's place. */
  isTrusted: boolean;
}

interface Loose {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: Record<string, unknown> | undefined;
}

function pathOf(pattern: string, params: Record<string, unknown>): string {
  return pattern.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`${pattern} misses :${name}`);
    return encodeURIComponent(String(value));
  });
}

function queryOf(query: Record<string, unknown>): string {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) parts.append(key, String(one));
  }
  const text = parts.toString();
  return text && `?${text}`;
}

/** The parts before and after a file in multipart/form-data: the JSON `data[0]`, then the file. */
function multipart(name: string, data: unknown, { fileName, mime, boundary }: NonNullable<PrepareOptions['file']>) {
  const part = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const named = fileName.replace(/["\\\r\n]/g, '_');
  const body = `${part('name="data[0]"')}\r\n${JSON.stringify(data)}\r\n${part(
    `name="${name}"; filename="${named}"`,
  )}Content-Type: ${mime}\r\n\r\n`;
  return { body, after: `\r\n--${boundary}--\r\n` };
}

export function prepareRequest<N extends EndpointName>(
  name: N,
  args: EndpointArguments<N>,
  { ifMatch, file }: PrepareOptions = {},
): WireRequest {
  const { method, path, body, bodyType, fileKind } = registry[name] as (typeof registry)[N] & {
    body?: unknown;
    bodyType?: string;
    fileKind?: string;
  };
  const given = args as Loose;
  const headers: Record<string, string> = { Accept: mediaType };
  if (ifMatch !== undefined) headers['If-Match'] = `"${ifMatch}"`;
  const address = pathOf(path, given.params ?? {}) + queryOf(given.query ?? {});
  let text: string | null = null;
  if (bodyType === 'multipart') {
    if (!file) throw new TypeError(`${name} misses its file`);
    headers['Content-Type'] = `multipart/form-data; boundary=${file.boundary}`;
    return { method, path: address, headers, ...multipart(fileKind ? 'file' : 'file[0]', given.body ?? {}, file) };
  }
  if (body && bodyType === 'form') {
    headers['Content-Type'] = 'application/x-www-form-urlencoded';
    text = new URLSearchParams(given.body as Record<string, string>).toString();
  } else if (body) {
    headers['Content-Type'] = mediaType;
    text = JSON.stringify(given.body ?? {});
  }
  return { method, path: address, headers, body: text };
}

function hasTrustedOrigin(response: Response, type: string): boolean {
  if (response.headers.has('X-Api') || type === mediaType) return true;
  return response.status === 204 && type === '';
}

/** Reads the whole response; rejects if the body is cut off. */
export async function readReply(response: Response): Promise<WireReply> {
  const type = (response.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isTrusted = hasTrustedOrigin(response, type);
  const serverTime = Date.parse(response.headers.get('Date') ?? '');
  const text = response.status === 204 ? '' : await response.text();
  let body: unknown = null;
  // An empty JSON body of a success is a cut-off response.
  const isCut = response.ok && response.status !== 204 && text === '';
  if (isTrusted && (text || isCut) && type.endsWith('json')) body = JSON.parse(text);
  return {
    status: response.status,
    headers: response.headers,
    date: Number.isNaN(serverTime) ? null : serverTime,
    body,
    isTrusted: isTrusted,
  };
}

/** `Retry-After` in milliseconds from now, whether given in seconds or as a date. */
export function retryAfterOf(headers: Headers, serverNow: number): number | undefined {
  const value = headers.get('Retry-After');
  if (!value) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - serverNow);
}
