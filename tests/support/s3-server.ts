// An S3 server for the tests: what Étal asks of one, by the documented protocol. It computes each request's signature
// (AWS Signature Version 4) again and rejects any other; it can be silent, and lack its disk.
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const REGION = 'eu-west-3';
const KEY = 'ETALTESTKEY';
/** With characters that an address must escape. */
const SECRET = 'a+b/c=d';
const PAGE = 5;

export interface S3Server {
  /** For STORAGE_URL. @param more replaces parts of it */
  url(more?: { bucket?: string; secret?: string; region?: string; prefix?: string }): string;
  /** Keys of the bucket. */
  keys(): string[];
  /** Sets the time of a file back by this many days. */
  age(key: string, days: number): void;
  /** Every request gets no answer, or this status; null: all is well. */
  fail(how: 'silence' | 500 | 403 | null): void;
  requests: string[];
  stop(): Promise<void>;
}

interface Stored {
  bytes: Buffer;
  writtenAt: Date;
}

interface Reply {
  status: number;
  headers?: Record<string, string | number>;
  body?: string | Buffer;
}

export async function startS3Server(bucket = 'marche'): Promise<S3Server> {
  const objects = new Map<string, Stored>();
  const requests: string[] = [];
  let failure: 'silence' | 500 | 403 | null = null;
  const server = createServer((request, response) => {
    void answer(request, response).catch((error) => response.destroy(error as Error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    requests.push(`${request.method} ${request.url}`);
    if (failure === 'silence') return;
    const { status, headers, body } = replyTo(request, Buffer.concat(parts));
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  }

  function replyTo(request: IncomingMessage, body: Buffer): Reply {
    if (failure === 403) return refusal(403, 'AccessDenied');
    if (failure === 500) return refusal(500, 'InternalError');
    const mistake = signatureMistake(request, body);
    if (mistake !== null) return refusal(403, mistake);
    const url = new URL(request.url ?? '/', 'http://s3.invalid');
    const [, inBucket = '', ...rest] = url.pathname.split('/');
    if (inBucket !== bucket) return refusal(404, 'NoSuchBucket');
    const key = decodeURIComponent(rest.join('/'));
    return key === '' ? replyOfBucket(request, url.searchParams) : replyOfObject(request, key, body);
  }

  function replyOfBucket({ method }: IncomingMessage, query: URLSearchParams): Reply {
    if (method === 'HEAD') return { status: 200 };
    if (query.get('list-type') !== '2') return refusal(501, 'NotImplemented');
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].sort().filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
    const page = keys.slice(0, PAGE);
    const contents = page.map((key) => {
      const { bytes, writtenAt } = objects.get(key) as Stored;
      return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${writtenAt.toISOString()}</LastModified></Contents>`;
    });
    const isCut = keys.length > page.length;
    const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return xml(
      200,
      `<ListBucketResult>${contents.join('')}<IsTruncated>${isCut}</IsTruncated>${next}</ListBucketResult>`,
    );
  }

  function replyOfObject({ method, headers }: IncomingMessage, key: string, body: Buffer): Reply {
    if (method === 'PUT' && headers['x-amz-copy-source'] === undefined) {
      objects.set(key, { bytes: body, writtenAt: new Date() });
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    const source = decodeURIComponent(String(headers['x-amz-copy-source'] ?? `${bucket}/${key}`)).replace(/^\//, '');
    const found = objects.get(source.slice(bucket.length + 1));
    if (!found) return refusal(404, 'NoSuchKey');
    const { bytes, writtenAt } = found;
    if (method === 'PUT') {
      if (headers['x-amz-metadata-directive'] !== 'REPLACE') return refusal(400, 'InvalidRequest');
      objects.set(key, { bytes, writtenAt: new Date() });
      return xml(200, `<CopyObjectResult><ETag>${etagOf(bytes)}</ETag></CopyObjectResult>`);
    }
    const described = { 'content-length': bytes.length, 'last-modified': writtenAt.toUTCString(), etag: etagOf(bytes) };
    return { status: 200, headers: described, body: bytes };
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: ({ bucket: other = bucket, secret = SECRET, region = REGION, prefix = 'etal' } = {}) =>
      `s3+http://${KEY}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${other}/${prefix}?region=${region}`,
    keys: () => [...objects.keys()].sort(),
    age: (key, days) => {
      const stored = objects.get(key);
      if (!stored) throw new Error(`There is no ${key}`);
      stored.writtenAt = new Date(stored.writtenAt.getTime() - days * 86_400_000);
    },
    fail: (how) => {
      failure = how;
    },
    requests,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

const xml = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
});

const refusal = (status: number, code: string) =>
  xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest();

/** @returns S3's code of the mistake */
function signatureMistake({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | null {
  const [, key, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [day = '', region = '', service = ''] = scope.split('/');
  if (key !== KEY) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const payload = String(headers['x-amz-content-sha256']);
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    // Each parameter as name=value, in the order of the names.
    query
      .split('&')
      .filter((part) => part !== '')
      .map((part) => (part.includes('=') ? part : `${part}=`))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    payload,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const signing = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${SECRET}`, day));
  return hmac(signing, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}
