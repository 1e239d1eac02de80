// Storage: the files of a market, in three folders: picture sizes, served under /media/images/; private files
// (originals, digital products), never served by path; and the assets of builds. It is below DATA_DIR, or in S3.
// Guarantees: a file is written whole or not at all; names cannot leave their folder; a failure of the storage is never
// taken for a missing file.

export interface StoredFile {
  name: string;
  /** Bytes. */
  size: number;
  /** Time of the last write or touch. */
  writtenAt: Date;
}

export interface FileFolder {
  /** Replaces a file of the same name. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null if missing. */
  read(name: string): Promise<Buffer | null>;
  /** Null if missing. */
  find(name: string): Promise<StoredFile | null>;
  /** Updates the file's time. @returns false if missing */
  touch(name: string): Promise<boolean>;
  /** Does nothing if it is missing. */
  remove(name: string): Promise<void>;
  list(): Promise<StoredFile[]>;
}

export const folderNames = ['images', 'files', 'assets'] as const;

export interface Storage extends Record<(typeof folderNames)[number], FileFolder> {
  /** For people: a folder, or host and bucket. */
  readonly place: string;
  /** @throws StorageUnreachable */
  check(): Promise<void>;
}

export const isFileName = (name: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/.test(name);

export function requireFileName(name: string): string {
  if (!isFileName(name)) throw new Error(`Not a file name: ${JSON.stringify(name)}`);
  return name;
}
