// Why a start failed, for the person at the terminal: what they can mend is said in one sentence, anything else shows
// where it broke.
import { FolderInUse } from './db/folder-lock.ts';
import { PublishedPassword } from './demo-accounts.ts';
import { type Env, SettingsError } from './env.ts';
import { toldInLines } from './log.ts';

/** @param env null when the settings themselves could not be read */
export function explained(error: unknown, _env: Env | null): string {
  const isForPeople = [SettingsError, FolderInUse, PublishedPassword].some((kind) => error instanceof kind);
  if (error instanceof Error && isForPeople) return error.message;
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE')
      return `Le port est déjà pris : ${error.message}. Choisissez-en un autre avec PORT.`;
    if (error.code === 'EACCES') return `Accès refusé : ${error.message}`;
  }
  return toldInLines(error);
}
