// Storage in S3, or in any server that speaks its protocol: one key per file, below the prefix.
// Guarantees: every failure but a missing file is a StorageUnreachable that names the setting, without its secret; no
// call takes longer than TIME_LIMIT, so that requests are answered and a held transaction ends.
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { StorageUnreachable } from '../runtime/errors.ts';
import type { S3Location } from '../runtime/storage-url.ts';
import { type FileFolder, isFileName, requireFileName, type Storage, type StoredFile } from './storage.ts';

/** Milliseconds, its attempts included. */
const TIME_LIMIT = 10_000;
const CONNECT_LIMIT = 3_000;
const CHECK_LIMIT = 3_000;

export function createS3Storage(location: S3Location, timeLimit = TIME_LIMIT): Storage {
  const { endpoint, region, bucket, prefix, credentials } = location;
  const client = new S3Client({
    endpoint,
    region,
    // Other servers than Amazon's often have no name for each bucket.
    forcePathStyle: true,
    ...(credentials && { credentials }),
    requestHandler: { connectionTimeout: CONNECT_LIMIT },
    // Several other servers reject the checksums that Amazon's accepts.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  /** @returns null if there is no such file */
  async function call<T>(run: (until: Until) => Promise<T>, limit = timeLimit): Promise<T | null> {
    const abortSignal = AbortSignal.timeout(limit);
    try {
      return await Promise.race([run({ abortSignal }), whenAborted(abortSignal)]);
    } catch (error) {
      if (isMissing(error)) return null;
      throw new StorageUnreachable(explain(error, location), { cause: error });
    }
  }

  const folder = (name: string): FileFolder => {
    const start = `${prefix}${name}/`;
    const object = (file: string) => ({ Bucket: bucket, Key: start + requireFileName(file) });
    return {
      put: async (file, bytes) => {
        const put = new PutObjectCommand({ ...object(file), Body: bytes });
        await call((until) => client.send(put, until));
      },
      read: async (file) => {
        const get = new GetObjectCommand(object(file));
        return call(async (until) => {
          const { Body } = await client.send(get, until);
          return Buffer.from((await Body?.transformToByteArray()) ?? []);
        });
      },
      find: async (file) => {
        const head = new HeadObjectCommand(object(file));
        const found = await call((until) => client.send(head, until));
        return found && { name: file, size: found.ContentLength ?? 0, writtenAt: found.LastModified ?? new Date(0) };
      },
      touch: async (file) => {
        const { Bucket, Key } = object(file);
        // A copy onto itself is accepted only if it changes something: here the metadata, which are empty anyway.
        const copy = { Bucket, Key, CopySource: `${Bucket}/${Key}`, MetadataDirective: 'REPLACE' } as const;
        return (await call((until) => client.send(new CopyObjectCommand(copy), until))) !== null;
      },
      remove: async (file) => {
        const remove = new DeleteObjectCommand(object(file));
        await call((until) => client.send(remove, until));
      },
      list: async () => {
        const all: StoredFile[] = [];
        let token: string | undefined;
        do {
          const page = { Bucket: bucket, Prefix: start, ...(token !== undefined && { ContinuationToken: token }) };
          const found = await call((until) => client.send(new ListObjectsV2Command(page), until));
          for (const { Key = '', Size = 0, LastModified = new Date(0) } of found?.Contents ?? []) {
            const file = Key.slice(start.length);
            if (isFileName(file)) all.push({ name: file, size: Size, writtenAt: LastModified });
          }
          token = found?.IsTruncated ? found.NextContinuationToken : undefined;
        } while (token !== undefined);
        return all;
      },
    };
  };
  return {
    place: `${new URL(endpoint).host}/${bucket}${prefix && `/${prefix.slice(0, -1)}`}`,
    images: folder('images'),
    files: folder('files'),
    assets: folder('assets'),
    check: async () => {
      const run = (until: Until) => client.send(new HeadBucketCommand({ Bucket: bucket }), until);
      // 404: no such bucket.
      if ((await call(run, Math.min(timeLimit, CHECK_LIMIT))) === null) {
        throw new StorageUnreachable(explain({ name: 'NoSuchBucket' }, location));
      }
    },
  };
}

interface Until {
  abortSignal: AbortSignal;
}

/** The client itself does not watch a body that stops arriving. */
const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

interface S3Error {
  name?: string;
  code?: string | number;
  $metadata?: { httpStatusCode?: number };
}

const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes((error as S3Error).name ?? '');

function explain(error: unknown, { endpoint, bucket }: S3Location): string {
  const { name = '', code: given, $metadata } = error as S3Error;
  const code = typeof given === 'string' ? given : undefined;
  const { host } = new URL(endpoint);
  const status = $metadata?.httpStatusCode;
  if (name === 'NoSuchBucket')
    return `Le stockage (${host}) n’a pas d’espace « ${bucket} »\u00a0: créez-le, ou corrigez STORAGE_URL.`;
  if (status === 401 || status === 403 || name === 'CredentialsProviderError')
    return `Le stockage (${host}) refuse la clé d’accès, ou son usage de l’espace « ${bucket} » (${name})\u00a0: corrigez STORAGE_URL, ou donnez-lui ce droit.`;
  if (status === 301 || status === 400)
    return `Le stockage (${host}) n’accepte pas la demande (${name})\u00a0: vérifiez l’adresse et la région dans STORAGE_URL.`;
  return `Le stockage ne répond pas à l’adresse ${host} (${code ?? status ?? name})\u00a0: vérifiez qu’il est en service, ou corrigez STORAGE_URL.`;
}
