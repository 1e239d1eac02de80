// Known devices: a cookie by which a device shows that it has logged in to an account before. It opens nothing; the login
// counts wrong tries of such a device by themselves (login-guard.ts).
// Guarantee: only this server can make one, and it is good for one e-mail address.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'known-device';
const DAYS = 400;

export interface KnownDevices {
  /** The name of the device; null for one that has never logged in as `login`. */
  nameOf(request: FastifyRequest, login: string): string | null;
  /** Has the device keep that it logged in as `login`. */
  remember(reply: FastifyReply, login: string): void;
}

/** @param secret of the market, which the database never holds */
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
