// One-time codes: TOTP (RFC 6238) secrets of operators, and recovery codes.
// Guarantees: the database alone makes no codes and opens nothing: secrets are sealed, recovery codes are HMACs, both with keys
// derived from the server's secret; a code is good for its half minute and its neighbours, once.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const PERIOD = 30;
const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface OneTimeCodes {
  /** A new secret, sealed for the database. */
  newSecret(): Buffer;
  /** In base 32, and as the address that apps read. */
  describe(sealed: Buffer, account: { siteName: string; email: string }): { secret: string; uri: string };
  /** @returns the time step of a valid code, null for any other; steps up to `lastStep` are used */
  stepOf(sealed: Buffer, code: string, now: Date, lastStep: number): number | null;
  newRecoveryCodes(): string[];
  hashRecoveryCode(code: string): Buffer;
}

/** @param secret the market's secret, never stored in the database */
export function oneTimeCodes(secret: Buffer): OneTimeCodes {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `etal ${use}`, 32));
  const [sealing, hashing] = [keyFor('one-time codes'), keyFor('recovery codes')];
  const seal = (plain: Uint8Array): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  };
  const open = (sealed: Buffer): Secret => {
    const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const plain = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return Secret.fromHex(plain.toString('hex'));
  };
  return {
    newSecret: () => seal(randomBytes(20)),
    describe: (sealed, { siteName, email }) => {
      const opened = open(sealed);
      return {
        secret: opened.base32,
        uri: new TOTP({ issuer: siteName, label: email, secret: opened, period: PERIOD }).toString(),
      };
    },
    stepOf: (sealed, code, now, lastStep) => {
      const token = code.replaceAll(/\s/g, '');
      if (!/^\d{6}$/.test(token)) return null;
      const timestamp = now.getTime();
      const drift = new TOTP({ secret: open(sealed), period: PERIOD }).validate({ token, timestamp, window: 1 });
      if (drift === null) return null;
      const step = Math.floor(timestamp / 1000 / PERIOD) + drift;
      return step > lastStep ? step : null;
    },
    newRecoveryCodes: () =>
      Array.from({ length: RECOVERY_CODES }, () => {
        const letters = Array.from(randomBytes(8), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
        return `${letters.slice(0, 4)}-${letters.slice(4)}`;
      }),
    hashRecoveryCode: (code) =>
      createHmac('sha256', hashing)
        .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
        .digest(),
  };
}
