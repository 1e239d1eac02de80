// Opens the storage of the settings.
import type { Env } from '../runtime/env.ts';
import type { Storage } from './storage.ts';
import { createFileStorage } from './storage-files.ts';

export async function openStorage({ dataDir, storage }: Pick<Env, 'dataDir' | 'storage'>): Promise<Storage> {
  if (storage === null) return createFileStorage(dataDir);
  // Imported on demand because of its size.
  return (await import('./storage-s3.ts')).createS3Storage(storage);
}
