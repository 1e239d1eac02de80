// Explains to the person at the terminal why a start failed: what they can mend is said in one sentence that names the
// setting, anything else shows where it broke. Guarantee: no password of an address is ever repeated.
import { statfsSync } from 'node:fs';
import { PublishedPassword } from '../access/demo-accounts.ts';
import { FolderInUse } from '../db/folder-lock.ts';
import { UnknownSchema } from '../db/migrations.ts';
import { type Env, SettingsError } from '../runtime/env.ts';
import { toldInLines } from '../runtime/log.ts';

/** What system, PostgreSQL and its client say of an error. */
interface Said {
  code: string;
  message: string;
  syscall?: string | undefined;
  path?: string | undefined;
  hostname?: string | undefined;
}

type RoomOf = (path: string) => { bavail: number; bsize: number };

/**
 * @param env null when the settings themselves could not be read
 * @param roomOf what the file system of a path has left
 */
export function explained(error: unknown, env: Env | null, roomOf: RoomOf = statfsSync): string {
  const isForPeople = [SettingsError, FolderInUse, UnknownSchema, PublishedPassword].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Error && isForPeople) return error.message;
  for (const said of allSaid(error)) {
    const sentence =
      env && (ofDisk(said, env, roomOf) ?? ofListening(said, env) ?? ofDatabase(said, env) ?? ofFolder(said, env));
    if (sentence) return sentence;
  }
  return toldInLines(error);
}

const MOST_CAUSES = 8;

/** The error, what caused it, and each attempt of several. */
function allSaid(error: unknown): Said[] {
  const all: Said[] = [];
  const open = [error];
  while (open.length > 0 && all.length < MOST_CAUSES) {
    const next = open.shift();
    if (ofEmbedded(next)) all.push({ code: wasiCodes[next.errno] ?? '', message: '' });
    if (!(next instanceof Error)) continue;
    all.push({ ...(next as unknown as Partial<Said>), code: codeOf(next), message: next.message });
    open.push(...('errors' in next && Array.isArray(next.errors) ? next.errors : []), next.cause);
  }
  return all;
}

/** The embedded database throws what its file system says: a number, and no error. */
const wasiCodes: Record<number, string> = { 19: 'EDQUOT', 51: 'ENOSPC' };
const ofEmbedded = (thrown: unknown): thrown is { errno: number } =>
  typeof thrown === 'object' &&
  thrown !== null &&
  'name' in thrown &&
  thrown.name === 'ErrnoError' &&
  'errno' in thrown;

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '');

function ofDisk({ code, message }: Said, { dataDir }: Env, roomOf: RoomOf): string | null {
  const isFull =
    ['ENOSPC', 'EDQUOT', '53100'].includes(code) ||
    /no space left on device/i.test(message) ||
    (/PGlite failed to initialize/.test(message) && hasNoRoom(dataDir, roomOf));
  return isFull ? `Le disque est plein : libérez de la place (les données sont dans ${dataDir}), puis relancez.` : null;
}

/** Bytes without which the embedded database does not begin: a segment of its journal. */
const LEAST_ROOM = 16 * 1024 * 1024;

/** The embedded database does not say why it cannot begin. */
function hasNoRoom(path: string, roomOf: RoomOf): boolean {
  try {
    const { bavail, bsize } = roomOf(path);
    return bavail * bsize < LEAST_ROOM;
  } catch {
    return false;
  }
}

function ofListening({ code, syscall, hostname, message }: Said, { host, port }: Env): string | null {
  if (code === 'EADDRINUSE') return `Le port est déjà pris : ${message}. Choisissez-en un autre avec PORT.`;
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && hostname === host))
    return `L’adresse ${host} n’est pas une adresse de cette machine : corrigez HOST (par exemple 127.0.0.1 ou 0.0.0.0).`;
  if (code === 'EACCES' && syscall === 'listen')
    return `Le port ${port} n’est pas permis à cet utilisateur : choisissez-en un autre avec PORT.`;
  return null;
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
]);
const brokenOff = /Connection terminated|timeout (exceeded when trying to connect|expired)|Query read timeout/;

function ofDatabase({ code, message }: Said, { databaseUrl }: Env): string | null {
  if (databaseUrl === null) return null;
  const url = new URL(databaseUrl);
  const place = url.host;
  const name = readable(url.pathname.slice(1)) || readable(url.username);
  if (unreachable.has(code) || brokenOff.test(message))
    return `La base de données ne répond pas à l’adresse ${place} (${code || 'délai dépassé'}) : vérifiez qu’elle est démarrée, ou corrigez DATABASE_URL.`;
  if (code === '28P01' || code === '28000' || /^SASL:/.test(message))
    return `La base de données (${place}) refuse l’utilisateur « ${readable(url.username)} » ou son mot de passe : corrigez DATABASE_URL.`;
  if (code === '3D000')
    return `La base de données « ${name} » n’existe pas à l’adresse ${place} : créez-la, ou corrigez DATABASE_URL.`;
  if (code === '42501')
    return `L’utilisateur « ${readable(url.username)} » n’a pas le droit de préparer la base « ${name} » (tables, extension unaccent) : donnez-le-lui, ou corrigez DATABASE_URL.`;
  if (code === '57P03' || code === '53300' || code === '57P01')
    return `La base de données (${place}) ne prend pas de connexion pour le moment (${code}) : réessayez dans un instant.`;
  if (/does not support SSL|self.signed certificate|certificate/i.test(message))
    return `La connexion chiffrée à la base de données (${place}) n’a pas abouti : vérifiez sslmode dans DATABASE_URL.`;
  return null;
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function ofFolder({ code, path }: Said, { dataDir }: Env): string | null {
  if (path === undefined) return null;
  if (path === dataDir && (code === 'EEXIST' || code === 'ENOTDIR'))
    return `DATA_DIR (${dataDir}) est un fichier, ou passe par un fichier : donnez un dossier.`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `${path} n’est pas accessible en écriture : vérifiez les droits du dossier DATA_DIR (${dataDir}).`;
  if (path === dataDir) return `DATA_DIR (${dataDir}) ne peut pas servir de dossier (${code}) : donnez-en un autre.`;
  return null;
}
