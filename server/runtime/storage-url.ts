// STORAGE_URL: where a market's files are in S3: s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=REGION.

export interface S3Location {
  /** Address of the server, such as 'https://s3.example.org'. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Begins every key; '' or ends with '/'. */
  prefix: string;
  /** Null: those of the environment (AWS_ACCESS_KEY_ID …) or of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** s3+http: a server on an own network, without TLS. */
const protocols: Readonly<Record<string, string>> = { 's3:': 'https:', 's3+http:': 'http:' };
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^([\w-][\w.-]*\/)*$/;
const DEFAULT_REGION = 'us-east-1';

/** @returns null if it is not of this form, or not set */
export function parseStorageUrl(text: string | undefined): S3Location | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const { protocol, host, username, password, pathname, searchParams } = new URL(text);
  const [bucket = '', ...folders] = pathname.split('/').filter((part) => part !== '');
  const prefix = folders.map((name) => `${name}/`).join('');
  const scheme = Object.hasOwn(protocols, protocol) ? protocols[protocol] : undefined;
  const [accessKeyId, secretAccessKey] = [decode(username), decode(password)];
  const isComplete =
    host !== '' && BUCKET.test(bucket) && PREFIX.test(prefix) && (username === '') === (password === '');
  if (scheme === undefined || !isComplete || accessKeyId === null || secretAccessKey === null) return null;
  return {
    endpoint: `${scheme}//${host}`,
    region: searchParams.get('region') || DEFAULT_REGION,
    bucket,
    prefix,
    credentials: accessKeyId === '' ? null : { accessKeyId, secretAccessKey },
  };
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
