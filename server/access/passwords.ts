// Hashes and checks passwords: only argon2id hashes of them are kept.
// Guarantee: checking against an unknown account takes as long as against a known one.
import { hash, verify } from '@node-rs/argon2';

/** argon2id is what the library does by itself. Memory in KiB. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, options);

let nobody: Promise<string> | undefined;

/** @param stored null when the account does not exist */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('an account that does not exist');
  const matches = await verify(stored ?? (await nobody), password).catch(() => false);
  return stored !== null && matches;
}
