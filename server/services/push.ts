// Web Push client (RFC 8030, 8291 and 8292).
// Guarantees: only known and configured services are called, without following redirects; the service cannot read
// messages; a timeout counts as a failure.
import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import type { PushMessage } from '#contract/merchant/push-subscriptions.ts';
import type { Env } from '../runtime/env.ts';

/** Hosts, including subdomains. */
const PUSH_HOSTS = ['fcm.googleapis.com', 'push.services.mozilla.com', 'web.push.apple.com', 'notify.windows.com'];

/** Seconds that a service stores a message for an offline device: yesterday's orders still need processing. */
const TTL_SECONDS = 24 * 60 * 60;
/** Milliseconds. */
const SEND_TIMEOUT = 10_000;

/** base64url, the format of push services and browsers. */
export interface PushKeys {
  /** Uncompressed point, 65 bytes. */
  publicKey: string;
  privateKey: string;
}

/** Address and keys of a browser's subscription. */
export interface PushSubscriptionKeys {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** gone: the subscription has expired. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

export interface Push {
  publicKey: string;
  /** True for an address at a known push service. */
  accepts(endpoint: string): boolean;
  /**
   * Never rejects.
   * @param topic a newer message replaces an undelivered one of the same topic
   */
  send(to: PushSubscriptionKeys, message: PushMessage, topic: string, signal: AbortSignal): Promise<PushOutcome>;
}

/** True for a valid point on the curve. */
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
  const hosts = [...PUSH_HOSTS, ...pushHosts.filter((one) => !one.includes('://'))];
  // Contact for push services, which reject http:// addresses.
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
          { vapidDetails: { subject, ...keys }, TTL: TTL_SECONDS, urgency: 'high', topic },
        );
        const response = await fetch(endpoint, {
          method: 'POST',
          headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
          body: new Uint8Array(body),
          redirect: 'manual',
          signal: AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT)]),
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
