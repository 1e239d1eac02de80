// The two ends of the wire: an endpoint and its arguments become a request of plain strings, a response becomes a reply.
// Guarantee: the same name and arguments always give the same bytes, so a request can be frozen and sent again; a reply
// says whether our server wrote it.
import { mediaType } from '#contract/hydra.ts';
import { type EndpointArguments, type EndpointName, registry } from '#contract/registry.ts';

/** What is sent, without credentials. `path` is under the API endpoint and carries the query. */
export interface WireRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** What came back. `date` is the server's clock in milliseconds, when it told it. */
export interface WireReply {
  status: number;
  headers: Headers;
  date: number | null;
  /** Parsed JSON; null for an empty body. */
  body: unknown;
  /** False: a portal, a proxy or another program answered in the server's place. */
  ours: boolean;
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

export function prepare<N extends EndpointName>(name: N, args: EndpointArguments<N>): WireRequest {
  const { method, path, body, bodyType } = registry[name] as (typeof registry)[N] & {
    body?: unknown;
    bodyType?: string;
  };
  const given = args as Loose;
  const headers: Record<string, string> = { Accept: mediaType };
  let text: string | null = null;
  if (body && bodyType === 'form') {
    headers['Content-Type'] = 'application/x-www-form-urlencoded';
    text = new URLSearchParams(given.body as Record<string, string>).toString();
  } else if (body) {
    headers['Content-Type'] = mediaType;
    text = JSON.stringify(given.body ?? {});
  }
  return { method, path: pathOf(path, given.params ?? {}) + queryOf(given.query ?? {}), headers, body: text };
}

function isOurs(response: Response, type: string): boolean {
  if (response.headers.has('X-Api') || type === mediaType) return true;
  return response.status === 204 && type === '';
}

/** Reads a response to its end; a body cut on the way rejects, as a missing answer does. */
export async function readReply(response: Response): Promise<WireReply> {
  const type = (response.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const ours = isOurs(response, type);
  const told = Date.parse(response.headers.get('Date') ?? '');
  const text = response.status === 204 ? '' : await response.text();
  let body: unknown = null;
  if (ours && text && type.endsWith('json')) body = JSON.parse(text);
  return { status: response.status, headers: response.headers, date: Number.isNaN(told) ? null : told, body, ours };
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
