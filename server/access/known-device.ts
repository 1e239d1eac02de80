// Known devices: a cookie that proves an earlier login of this device to an account. It grants no access; the login
// guard counts failed attempts of such a device separately (login-guard.ts).
// Guarantee: only this server can issue one, and it is valid for one e-mail address.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'known-device';
const DAYS = 400;

export interface KnownDevices {
  /** Id of the device; null if it never logged in as `login`. */
  nameOf(request: FastifyRequest, login: string): string | null;
  /** Sets the cookie after a login as `login`. */
  remember(reply: FastifyReply, login: string): void;
}

/** @param secret the market's secret, never stored in the database */
export function knownDevices(secret: Buffer, publicUrl: string): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'etal known device', 32));
  const signatureOf = (name: string, login: string) =>
    createHmac('sha256', key).update(`${name} ${login.trim().toLowerCase()}`).digest('base64url');
  const isSecure = publicUrl.startsWith('https:');
  return {
    nameOf: (request, login) => {
      const [, name, given] =
        /(?:^|;\s*)known-device=([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})(?:;|$)/.exec(request.headers.cookie ?? '') ??
        [];
      if (name === undefined || given === undefined) return null;
      return timingSafeEqual(Buffer.from(signatureOf(name, login)), Buffer.from(given)) ? name : null;
    },
    remember: (reply, login) => {
      const name = randomBytes(16).toString('base64url');
      const attributes = `Max-Age=${DAYS * 86_400}; Path=/api/login_check; HttpOnly; SameSite=Strict`;
      reply.header(
        'set-cookie',
        `${NAME}=${name}.${signatureOf(name, login)}; ${attributes}${isSecure ? '; Secure' : ''}`,
      );
    },
  };
}
