// A push service for tests: accepts messages on a port of this machine, decrypts them with the browser's keys, and
// gives scripted answers.
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushMessage } from '#contract/merchant/push-subscriptions.ts';

interface Browser {
  keys: ECDH;
  auth: Buffer;
}
const newBrowser = (): Browser => {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return { keys, auth: randomBytes(16) };
};
const sentOf = (endpoint: string, { keys, auth }: Browser) => ({
  endpoint,
  keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
});

/** A browser's subscription. */
export const subscriptionOf = (endpoint: string) => sentOf(endpoint, newBrowser());

/** RFC 8291 by hand: one record of aes128gcm. */
function opened(body: Buffer, { keys, auth }: Browser): string {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const derived = (secret: Buffer, from: Buffer, info: (string | Buffer)[], length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, Buffer.concat(info.map((part) => Buffer.from(part))), length));
  const shared = derived(keys.computeSecret(sender), auth, ['WebPush: info\0', keys.getPublicKey(), sender], 32);
  const key = derived(shared, salt, ['Content-Encoding: aes128gcm\0'], 16);
  const nonce = derived(shared, salt, ['Content-Encoding: nonce\0'], 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  // Padding follows the last 2.
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8');
}

export interface Received {
  headers: IncomingHttpHeaders;
  message: PushMessage;
}

export interface Device {
  /** Its browser's subscription. */
  subscription: ReturnType<typeof subscriptionOf>;
  received: Received[];
  /** The next answers, one each; 201 when empty. A function answers at any time. */
  answers: (number | ((response: ServerResponse) => void))[];
}

export interface PushReceiver {
  /** 'http://127.0.0.1:40123' */
  origin: string;
  device(): Device;
  close(): Promise<void>;
}

export async function startPushReceiver(): Promise<PushReceiver> {
  const devices = new Map<string, Device & Browser>();
  const server = createServer(async (request, response) => {
    const device = devices.get(request.url ?? '');
    const body = await buffer(request);
    if (!device) return void response.writeHead(404).end();
    device.received.push({ headers: request.headers, message: JSON.parse(opened(body, device)) as PushMessage });
    const answer = device.answers.shift() ?? 201;
    if (typeof answer === 'function') answer(response);
    else response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    device: () => {
      const path = `/send/${randomBytes(8).toString('hex')}`;
      const browser = newBrowser();
      const device = { subscription: sentOf(origin + path, browser), received: [], answers: [], ...browser };
      devices.set(path, device);
      return device;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
