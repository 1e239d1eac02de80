// Start errors: one sentence with the setting to change for known causes, otherwise the stack. Guarantee: never prints
// the password of an address.
import { statfsSync } from 'node:fs';
import { PublishedPassword } from '../access/demo-accounts.ts';
import { NotShared } from '../access/shared-folders.ts';
import { FolderInUse } from '../db/folder-lock.ts';
import { UnknownSchema } from '../db/migrations.ts';
import { type Env, SettingsError } from '../runtime/env.ts';
import { StorageUnreachable } from '../runtime/errors.ts';
import { formatError } from '../runtime/log.ts';
import { isInFolder } from '../runtime/private-folder.ts';

/** Error fields of the system, PostgreSQL and its client. */
interface ErrorFields {
  code: string;
  message: string;
  syscall?: string | undefined;
  path?: string | undefined;
  hostname?: string | undefined;
  port?: number | undefined;
}

type FreeSpace = (path: string) => { bavail: number; bsize: number };

/**
 * @param env null if the settings could not be read
 * @param freeSpace free space of the file system of a path
 */
export function explainStartError(error: unknown, env: Env | null, freeSpace: FreeSpace = statfsSync): string {
  const isForPeople = [
    SettingsError,
    FolderInUse,
    UnknownSchema,
    PublishedPassword,
    NotShared,
    StorageUnreachable,
  ].some((kind) => error instanceof kind);
  if (error instanceof Error && isForPeople) return error.message;
  for (const fields of collectErrors(error)) {
    const sentence =
      env &&
      (explainDisk(fields, env, freeSpace) ??
        explainListening(fields, env) ??
        explainDatabase(fields, env) ??
        explainFolder(fields, env));
    if (sentence) return sentence;
  }
  return formatError(error);
}

const MAX_ERRORS = 8;

/** The error with its causes and the parts of aggregate errors. */
function collectErrors(error: unknown): ErrorFields[] {
  const all: ErrorFields[] = [];
  const open = [error];
  while (open.length > 0 && all.length < MAX_ERRORS) {
    const next = open.shift();
    if (isFileSystemError(next)) all.push({ code: wasiCodes[next.errno] ?? '', message: '' });
    if (!(next instanceof Error)) continue;
    all.push({ ...(next as unknown as Partial<ErrorFields>), code: codeOf(next), message: next.message });
    open.push(...('errors' in next && Array.isArray(next.errors) ? next.errors : []), next.cause);
  }
  return all;
}

/** The embedded database throws its file system's error number, not an Error. */
const wasiCodes: Record<number, string> = { 19: 'EDQUOT', 51: 'ENOSPC' };
const isFileSystemError = (thrown: unknown): thrown is { errno: number } =>
  typeof thrown === 'object' &&
  thrown !== null &&
  'name' in thrown &&
  thrown.name === 'ErrnoError' &&
  'errno' in thrown;

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '');

function explainDisk({ code, message }: ErrorFields, { dataDir }: Env, freeSpace: FreeSpace): string | null {
  const isFull =
    ['ENOSPC', 'EDQUOT', '53100'].includes(code) ||
    /no space left on device/i.test(message) ||
    (/PGlite failed to initialize/.test(message) && isDiskFull(dataDir, freeSpace));
  return isFull ? `Le disque est plein : libérez de la place (les données sont dans ${dataDir}), puis relancez.` : null;
}

/** Bytes of a WAL segment, without which the embedded database cannot start. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;

/** The embedded database does not report a full disk at its start. */
function isDiskFull(path: string, freeSpace: FreeSpace): boolean {
  try {
    const { bavail, bsize } = freeSpace(path);
    return bavail * bsize < MIN_FREE_BYTES;
  } catch {
    return false;
  }
}

function explainListening({ code, syscall, hostname, message, port: taken }: ErrorFields, env: Env): string | null {
  const { host, port, metrics } = env;
  const setting = metrics && taken === metrics.port ? 'METRICS_PORT' : 'PORT';
  if (code === 'EADDRINUSE')
    return `Le port ${taken ?? port} est déjà pris\u00a0: choisissez-en un autre avec ${setting}.`;
  if (metrics && code === 'EADDRNOTAVAIL' && message.includes(metrics.host))
    return `L’adresse ${metrics.host} n’est pas une adresse de cette machine : corrigez METRICS_HOST.`;
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && hostname === host))
    return `L’adresse ${host} n’est pas une adresse de cette machine : corrigez HOST (par exemple 127.0.0.1 ou 0.0.0.0).`;
  if (code === 'EACCES' && syscall === 'listen')
    return `Le port ${port} n’est pas permis à cet utilisateur : choisissez-en un autre avec PORT.`;
  return null;
}

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
]);
const unreachableMessage = /Connection terminated|timeout (exceeded when trying to connect|expired)|Query read timeout/;

function explainDatabase({ code, message }: ErrorFields, { databaseUrl }: Env): string | null {
  if (databaseUrl === null) return null;
  const url = new URL(databaseUrl);
  const place = url.host;
  const name = decodePart(url.pathname.slice(1)) || decodePart(url.username);
  if (unreachableCodes.has(code) || unreachableMessage.test(message))
    return `La base de données ne répond pas à l’adresse ${place} (${code || 'délai dépassé'}) : vérifiez qu’elle est démarrée, ou corrigez DATABASE_URL.`;
  if (/unsupported startup parameter/.test(message))
    return `À l’adresse ${place} répond un répartiteur de connexions (PgBouncer) : donnez aussi l’adresse de PostgreSQL lui-même, avec DATABASE_DIRECT_URL.`;
  if (code === '28P01' || code === '28000' || /^SASL:/.test(message))
    return `La base de données (${place}) refuse l’utilisateur « ${decodePart(url.username)} » ou son mot de passe : corrigez DATABASE_URL.`;
  if (code === '3D000')
    return `La base de données « ${name} » n’existe pas à l’adresse ${place} : créez-la, ou corrigez DATABASE_URL.`;
  if (code === '42501')
    return `L’utilisateur « ${decodePart(url.username)} » n’a pas le droit de préparer la base « ${name} » (tables, extension unaccent) : donnez-le-lui, ou corrigez DATABASE_URL.`;
  if (code === '57P03' || code === '53300' || code === '57P01')
    return `La base de données (${place}) ne prend pas de connexion pour le moment (${code}) : réessayez dans un instant.`;
  if (/does not support SSL|self.signed certificate|certificate/i.test(message))
    return `La connexion chiffrée à la base de données (${place}) n’a pas abouti : vérifiez sslmode dans DATABASE_URL.`;
  return null;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function explainFolder({ code, path }: ErrorFields, { dataDir }: Env): string | null {
  if (path === undefined) return null;
  if (path === dataDir && (code === 'EEXIST' || code === 'ENOTDIR'))
    return `DATA_DIR (${dataDir}) est un fichier, ou passe par un fichier : donnez un dossier.`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code) && !isInFolder(path, dataDir))
    return `${path} n’est pas accessible à l’utilisateur du marché\u00a0: vérifiez ses droits (docs/deploy.md dit où le service lit et écrit).`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `${path} n’est pas accessible en écriture : vérifiez les droits du dossier DATA_DIR (${dataDir}).`;
  if (path === dataDir) return `DATA_DIR (${dataDir}) ne peut pas servir de dossier (${code}) : donnez-en un autre.`;
  return null;
}
