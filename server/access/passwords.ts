// Passwords: hashes and checks them; only argon2id hashes are stored.
// Guarantee: checking against an unknown account takes as long as against an existing one.
import { hash, verify } from '@node-rs/argon2';

/** argon2id is the library's default. Memory in KiB. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, options);

let unknownAccountHash: Promise<string> | undefined;

/** @param stored null if the account does not exist */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  unknownAccountHash ??= hashPassword('an account that does not exist');
  const matches = await verify(stored ?? (await unknownAccountHash), password).catch(() => false);
  return stored !== null && matches;
}
