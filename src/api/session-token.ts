// Session tokens: decodes and verifies a JWT (RS256 only) with the public keys of the page.
// For the screens; the server verifies every request. The cryptography loads with the first login.
import type { JWK, JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import { type TokenContent, tokenContent } from '#contract/account/users.ts';

/** Seconds of disagreement allowed between the clock of the answer and the token's own instants. */
const TOLERANCE = 120;
const FAILED = 'Vérification JWT échouée';

/** Claims of a token, not verified; null for an invalid token. */
export function decodeToken(token: string): TokenContent | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
    const parsed = z.safeParse(tokenContent, JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** `at`: server time in milliseconds, as far as known. */
export function isFresh(content: Pick<TokenContent, 'exp'>, at: number, marginMs = 0): boolean {
  return content.exp * 1000 > at + marginMs;
}

export type TokenVerifier = (token: string, at: number) => Promise<TokenContent>;

/** `keys`: public keys as JWK or PEM. If there are several, `kid` selects one; otherwise each is tried. */
export function createTokenVerifier(keys: readonly (JWK | string)[]): TokenVerifier {
  const load = async (key: JWK | string) => {
    const { importJWK, importSPKI } = await import('jose');
    return typeof key === 'string' ? importSPKI(key, 'RS256') : importJWK(key, 'RS256');
  };
  const kidOf = (key: JWK | string) => (typeof key === 'string' ? undefined : key.kid);
  return async (token, at) => {
    const { jwtVerify } = await import('jose');
    for (const key of keys) {
      const choose: JWTVerifyGetKey = async (header) => {
        if (header.kid && kidOf(key) && header.kid !== kidOf(key)) throw new Error('another key');
        const loaded = await load(key);
        if (loaded instanceof Uint8Array) throw new Error('not a public key');
        return loaded;
      };
      try {
        const options = { algorithms: ['RS256'], currentDate: new Date(at), clockTolerance: TOLERANCE };
        const { payload } = await jwtVerify(token, choose, options);
        const parsed = z.safeParse(tokenContent, payload);
        if (parsed.success) return parsed.data;
      } catch {
        // The next key may fit.
      }
    }
    throw new Error(FAILED);
  };
}
