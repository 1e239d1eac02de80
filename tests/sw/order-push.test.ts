// What the worker does with the news of an order where no browser can be made to: whom a tap on a notice reaches, and a
// subscription that the browser has renewed.
import { beforeEach, describe, expect, it, vi } from 'vitest';

/** By name only: the types of a worker's world must not mix with those of a page. */
const worker: string = '#sw/order-push.ts';
const path = '/admin/boutique/store/commandes/5001';

const listeners = new Map<string, (event: object) => void>();
let work: Promise<unknown>[] = [];
let pages: object[] = [];
let done: unknown[] = [];

/** A window; only one of the back office answers. */
const windowOf = (name: string, answers: boolean) => ({
  postMessage: (message: unknown, [port]: MessagePort[]) => {
    done.push([name, message]);
    if (answers) port?.postMessage(true);
  },
  focus: async () => void done.push([name, 'focus']),
});
const heard = async (type: string, event: object) => {
  listeners.get(type)?.({ ...event, waitUntil: (each: Promise<unknown>) => void work.push(each) });
  await Promise.all(work);
  return done;
};
const tap = () => heard('notificationclick', { notification: { data: path, close: () => done.push('closed') } });

beforeEach(async () => {
  [work, pages, done] = [[], [], []];
  vi.stubGlobal('self', {
    navigator: {},
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    clients: {
      matchAll: async () => pages,
      openWindow: async (address: string) => void done.push(['opened', address]),
    },
    registration: {
      showNotification: async (title: string, options: object) => void done.push([title, options]),
      pushManager: { subscribe: async (options: unknown) => void done.push(['subscribed', options]) },
    },
  });
  vi.resetModules();
  const { listenForPushes } = await import(worker);
  listenForPushes();
});

describe('a tap on a notice', () => {
  it('uses the first back office page, and leaves the others unchanged', async () => {
    pages = [windowOf('shop', false), windowOf('office', true), windowOf('another office', true)];
    const message = { type: 'OPEN', path };
    const [shop, office] = [
      ['shop', message],
      ['office', message],
    ];
    expect(await tap()).toEqual(['closed', shop, office, ['office', 'focus']]);
  });

  it('opens the order without an open page', async () => {
    pages = [windowOf('shop', false)];
    expect(await tap()).toEqual(['closed', ['shop', { type: 'OPEN', path }], ['opened', path]]);
  });
});

describe('a message', () => {
  it('is shown where the browser has no numbers on icons, too', async () => {
    const message = { title: 'Nouvelle commande n° 5001', body: 'La fromagerie', path, toDo: 3 };
    await heard('push', { data: { json: () => message } });
    expect(done).toEqual([
      [message.title, expect.objectContaining({ body: message.body, tag: path, data: path, lang: 'fr' })],
    ]);
  });

  it('without content is none', async () => {
    expect(await heard('push', { data: null })).toEqual([]);
  });
});

describe('a subscription that has run out', () => {
  const options = { userVisibleOnly: true };
  it('is renewed', async () => {
    expect(await heard('pushsubscriptionchange', { oldSubscription: { options } })).toEqual([['subscribed', options]]);
  });

  it('which the browser has renewed itself is left as it is', async () => {
    const change = { oldSubscription: { options }, newSubscription: { options } };
    expect(await heard('pushsubscriptionchange', change)).toEqual([]);
  });
});
