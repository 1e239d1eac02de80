// The storage, in folders and in S3: both keep the same promises.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readEnv } from '#server/runtime/env.ts';
import { StorageUnreachable } from '#server/runtime/errors.ts';
import { parseStorageUrl, type S3Location } from '#server/runtime/storage-url.ts';
import { openStorage } from '#server/services/open-storage.ts';
import { picturePath } from '#server/services/picture-names.ts';
import { folderNames, type Storage } from '#server/services/storage.ts';
import { createS3Storage } from '#server/services/storage-s3.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'etal-storage-'));
});
afterEach(() => {
  s3.fail(null);
  rmSync(folder, { recursive: true });
});

const location = (more?: Parameters<S3Server['url']>[0]) => parseStorageUrl(s3.url(more)) as S3Location;
const places = [
  ['folders', () => openStorage(readEnv({ DATA_DIR: folder }))],
  ['S3', () => openStorage(readEnv({ DATA_DIR: folder, STORAGE_URL: s3.url() }))],
] as const;

describe.each(places)('in %s', (_place, open) => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await open();
    for (const name of folderNames) {
      for (const file of await storage[name].list()) await storage[name].remove(file.name);
    }
  });

  test('a file is found under its name, with its size and time, until it is removed', async () => {
    const before = Date.now();
    await storage.files.put('bon.pdf', Buffer.from('%PDF-'));
    expect(String(await storage.files.read('bon.pdf'))).toBe('%PDF-');
    const found = await storage.files.find('bon.pdf');
    expect(found).toMatchObject({ name: 'bon.pdf', size: 5 });
    // S3 gives whole seconds.
    expect(found?.writtenAt.getTime()).toBeGreaterThan(before - 1000);
    await storage.files.put('bon.pdf', Buffer.from('%PDF-1.7'));
    expect(String(await storage.files.read('bon.pdf'))).toBe('%PDF-1.7');
    await storage.files.remove('bon.pdf');
    expect(await storage.files.read('bon.pdf')).toBeNull();
    expect(await storage.files.find('bon.pdf')).toBeNull();
    expect(await storage.files.touch('bon.pdf')).toBe(false);
    await storage.files.remove('bon.pdf');
  });

  test('the bytes are those that were written, none and many included', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256));
    for (const [name, content] of Object.entries({ many: bytes, none: Buffer.alloc(0) })) {
      await storage.files.put(name, content);
      expect(content.equals((await storage.files.read(name)) ?? Buffer.from('missing'))).toBe(true);
    }
  });

  test('the three folders have nothing in common', async () => {
    for (const name of folderNames) await storage[name].put('same', Buffer.from(name));
    for (const name of folderNames) expect(String(await storage[name].read('same'))).toBe(name);
    await storage.images.remove('same');
    expect(await storage.files.find('same')).not.toBeNull();
  });

  test('all files are listed, however many there are', async () => {
    const names = Array.from({ length: 13 }, (_, index) => `file-${index}`).sort();
    for (const name of names) await storage.images.put(name, Buffer.from(name));
    await storage.files.put('private', Buffer.from('x'));
    const listed = await storage.images.list();
    expect(listed.map(({ name }) => name).sort()).toEqual(names);
    expect(listed.find(({ name }) => name === 'file-12')?.size).toBe(7);
    for (const { writtenAt } of listed) expect(writtenAt).toBeInstanceOf(Date);
  });

  test('a touched file has the time of the touch and its content', async () => {
    await storage.files.put('original', Buffer.from('picture'));
    const before = await storage.files.find('original');
    expect(await storage.files.touch('original')).toBe(true);
    const after = await storage.files.find('original');
    // Its resolution is a millisecond.
    expect(after?.writtenAt.getTime()).toBeGreaterThanOrEqual((before?.writtenAt.getTime() ?? Number.NaN) - 1);
    expect(String(await storage.files.read('original'))).toBe('picture');
  });

  test.each(['../escape', 'a/b', '.hidden', '..', '', 'nul\0', 'x'.repeat(300), '\u202Egpj.exe', '%2e%2e%2fkey'])(
    'a file is never named %j',
    async (name) => {
      const { put, read, find, touch, remove } = storage.files;
      for (const run of [
        () => put(name, Buffer.from('x')),
        ...[read, find, touch, remove].map((one) => () => one(name)),
      ])
        await expect(run()).rejects.toThrow('Not a file name');
      expect(await storage.files.list()).toEqual([]);
    },
  );

  test('it is there', async () => {
    await expect(storage.check()).resolves.toBeUndefined();
  });
});

test('a picture has its place on the site', () => {
  expect(picturePath('tomme-240_inset.webp')).toBe('/media/images/tomme-240_inset.webp');
});

test('files in S3 are below the prefix of the setting, and nothing is written below DATA_DIR', async () => {
  const storage = await openStorage(readEnv({ DATA_DIR: folder, STORAGE_URL: s3.url() }));
  await storage.images.put('tomme', Buffer.from('x'));
  expect(s3.keys()).toContain('etal/images/tomme');
  expect(readdirSync(folder)).toEqual([]);
});

describe('a failing S3', () => {
  const failure = (storage: Storage, run: (storage: Storage) => Promise<unknown>) =>
    run(storage).then(
      () => 'no failure',
      (error: unknown) => {
        expect(error).toBeInstanceOf(StorageUnreachable);
        return (error as Error).message;
      },
    );
  const calls = {
    put: (storage: Storage) => storage.files.put('a', Buffer.from('x')),
    read: (storage: Storage) => storage.files.read('a'),
    find: (storage: Storage) => storage.files.find('a'),
    touch: (storage: Storage) => storage.files.touch('a'),
    remove: (storage: Storage) => storage.files.remove('a'),
    list: (storage: Storage) => storage.files.list(),
    check: (storage: Storage) => storage.check(),
  };

  test.each(Object.entries(calls))('is no missing file: %s', async (_name, run) => {
    s3.fail(500);
    expect(await failure(createS3Storage(location()), run)).toMatch(
      /^Le stockage ne répond pas à l’adresse 127\.0\.0\.1:\d+ \(500\)/,
    );
    s3.fail('silence');
    expect(await failure(createS3Storage(location(), 300), run)).toContain('ne répond pas');
  });

  test.each([
    ['another secret', { secret: 'wrong' }, 'refuse la clé d’accès'],
    ['another region', { region: 'eu-north-1' }, 'refuse la clé d’accès'],
    ['a bucket that does not exist', { bucket: 'ailleurs' }, 'n’a pas d’espace « ailleurs »'],
  ])('%s is explained by a sentence that names the setting, without the secret', async (_what, more, sentence) => {
    const said = await failure(createS3Storage(location(more)), calls.check);
    expect(said).toContain(sentence);
    expect(said).toContain('STORAGE_URL');
    expect(said).not.toMatch(/a\+b|wrong/);
  });

  test('a server that is not there is explained, too', async () => {
    const nowhere = parseStorageUrl('s3+http://key:secret@127.0.0.1:9/marche') as S3Location;
    expect(await failure(createS3Storage(nowhere), calls.check)).toMatch(/127\.0\.0\.1:9 \(ECONNREFUSED\)/);
  });
});

describe('STORAGE_URL', () => {
  test('has key, secret, host, bucket, prefix and region', () => {
    expect(parseStorageUrl('s3://key:a%2Fb@s3.example.org/marche/etal?region=fr-par')).toEqual({
      endpoint: 'https://s3.example.org',
      region: 'fr-par',
      bucket: 'marche',
      prefix: 'etal/',
      credentials: { accessKeyId: 'key', secretAccessKey: 'a/b' },
    });
    expect(parseStorageUrl('s3+http://minio:9000/marche')).toMatchObject({
      endpoint: 'http://minio:9000',
      prefix: '',
      credentials: null,
    });
  });

  test.each([
    'https://s3.example.org/marche',
    's3://clef:geheim@s3.example.org',
    's3://key@s3.example.org/marche',
    's3:///marche',
    's3://key:%zz@s3.example.org/marche',
    's3://s3.example.org/Marché',
    's3://s3.example.org/marche/a%2Fb',
    'marche',
  ])('%s is refused without being repeated', (value) => {
    expect(() => readEnv({ STORAGE_URL: value })).toThrow(/STORAGE_URL attend une adresse comme s3:\/\/cle:secret@/);
    expect(() => readEnv({ STORAGE_URL: value })).not.toThrow(value);
  });
});
