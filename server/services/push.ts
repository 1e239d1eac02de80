// Sends messages to browsers through their push services (Web Push, RFC 8030, 8291 and 8292).
// Guarantees: only services of the browsers' makers and of the settings are ever called, and none leads elsewhere (no redirect is
// followed); the service cannot read what passes; a service that does not answer in time counts as one that failed.
import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import type { PushMessage } from '#contract/merchant/push-subscriptions.ts';
import type { Env } from '../runtime/env.ts';

/** Hosts, and all below them. */
const SERVICES = ['fcm.googleapis.com', 'push.services.mozilla.com', 'web.push.apple.com', 'notify.windows.com'];

/** Seconds that a service keeps it for a device that is switched off: an order of yesterday is still to be done. */
const KEPT_FOR = 24 * 60 * 60;
/** Milliseconds. */
const PATIENCE = 10_000;

/** base64url, as push services and browsers take them. */
export interface PushKeys {
  /** The uncompressed point, 65 bytes. */
  publicKey: string;
  privateKey: string;
}

/** Of a browser: where, and the keys to write to it. */
export interface Subscribed {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** gone: that device is no longer there. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

export interface Push {
  publicKey: string;
  /** Whether it is an address at a push service. */
  accepts(endpoint: string): boolean;
  /**
   * Never rejects.
   * @param topic a later message of the same topic takes the place of one that still waits at the service
   */
  send(to: Subscribed, message: PushMessage, topic: string, signal: AbortSignal): Promise<PushOutcome>;
}

/** Whether messages can be written to it: a point of the curve. */
export function isPublicKey(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false;
  }
}

export function createPush({ publicUrl, pushHosts }: Pick<Env, 'publicUrl' | 'pushHosts'>, keys: PushKeys): Push {
  const origins = pushHosts.filter((one) => one.includes('://')).map((one) => new URL(one).origin);
  const hosts = [...SERVICES, ...pushHosts.filter((one) => !one.includes('://'))];
  // Whom a service may write to; it takes no http:// address.
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:ne-pas-repondre@etal.localhost';
  const accepts = (endpoint: string) => {
    if (!URL.canParse(endpoint)) return false;
    const { protocol, origin, host, username, password } = new URL(endpoint);
    if (username !== '' || password !== '') return false;
    if (origins.includes(origin)) return true;
    return protocol === 'https:' && hosts.some((one) => host === one || host.endsWith(`.${one}`));
  };
  return {
    publicKey: keys.publicKey,
    accepts,
    send: async ({ endpoint, p256dh, auth }, message, topic, signal) => {
      if (!accepts(endpoint)) return 'gone';
      try {
        const { headers, body } = webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          JSON.stringify(message),
          { vapidDetails: { subject, ...keys }, TTL: KEPT_FOR, urgency: 'high', topic },
        );
        const response = await fetch(endpoint, {
          method: 'POST',
          headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
          body: new Uint8Array(body),
          redirect: 'manual',
          signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
        });
        await response.body?.cancel();
        if (response.status === 404 || response.status === 410) return 'gone';
        return response.ok ? 'sent' : 'failed';
      } catch {
        return 'failed';
      }
    },
  };
}
