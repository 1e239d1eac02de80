// What the worker does when it is not asked for an answer: when it takes over, at a message of a page, and when it finds that
// something is missing.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  allDone,
  ask,
  install,
  jsonOf,
  notify,
  offline,
  open,
  origin,
  page,
  part,
  pathsIn,
  pictureOf,
  portal,
  put,
  startWorker,
  waitUntil,
  wholePrecache,
  world,
} from './worker-world.ts';

vi.mock('#sync/worker.ts', () => ({ drain: vi.fn() }));

const precache = async () => (await pathsIn('etal-precache')).sort();
/** The repair goes on behind the activation: at its end all files of this build are there. */
const activate = async () => {
  world.listeners.get('activate')?.({ waitUntil });
  await allDone();
  await eventually(async () => expect(await precache()).toEqual(wholePrecache));
};
const home = `${origin}/`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an activating worker', () => {
  it('claims open pages and deletes caches of no version', async () => {
    await install();
    await put('etal-precache', '/assets/earlier.js', new Response(''));
    await activate();
    expect(world.wishes).toEqual(['claim']);
    expect(await precache()).not.toContain('/assets/earlier.js');
  });

  it('restores files removed since its installation', async () => {
    await install();
    (await world.storage.open('etal-precache')).entries.delete(`${origin}/${part}`);
    await activate();
    expect(world.asked).toContain(`${origin}/${part}`);
    expect(world.wishes).toEqual(['claim']);
  });

  it('does not wait for the network', async () => {
    await install();
    await notify({ type: 'KEEP', seen: [], images: [] });
    await startWorker();
    await world.storage.delete('etal-precache');
    world.network = () => new Promise(() => {});
    const waited: Promise<unknown>[] = [];
    world.listeners.get('activate')?.({ waitUntil: (work: Promise<unknown>) => waited.push(work) });
    await Promise.all(waited);
    expect(world.wishes).toEqual(['claim']);
  });
});

describe('messages of a page to the worker', () => {
  it('activation on request only', async () => {
    await install();
    for (const other of [undefined, {}, { type: 'KEEP' }, { type: 'WHAT_IS_KEPT' }, { type: 7 }]) await notify(other);
    expect(world.wishes).not.toContain('skipWaiting');
    await notify({ type: 'SKIP_WAITING' });
    expect(world.wishes).toEqual(['skipWaiting']);
  });

  it('list of cached content, answered on the given port', async () => {
    await ask('/api/products');
    const reported = vi.fn();
    await notify({ type: 'WHAT_IS_KEPT' }, [{ postMessage: reported }]);
    expect(reported.mock.calls).toEqual([[[expect.objectContaining({ name: 'products.list' })]]]);
    world.asked.length = 0;
    await notify({ type: 'WHAT_IS_KEPT' });
    expect(world.asked).toEqual([]);
  });

  const seen = [{ name: 'stores.list', args: {}, answer: { 'hydra:member': [] }, at: 7 }];
  const images = ['/media/images/a-240_inset.webp'];

  it('visited content: cached, with the home page and the next needed files', async () => {
    await install();
    await notify({ type: 'KEEP', seen, images });
    expect(await pathsIn('etal-answers')).toContain('/api/stores');
    expect(await pathsIn('etal-answers')).toContain('/api/events');
    expect(await pathsIn('etal-images')).toEqual(images);
    expect(await pathsIn('etal-pages')).toEqual(['/']);
    world.asked.length = 0;
    await notify({ type: 'KEEP', seen, images });
    expect(world.asked).toEqual([]);
  });

  it('page opened: missing files are restored', async () => {
    await world.storage.open('etal-precache');
    await notify({ type: 'KEEP' });
    expect(await precache()).toEqual(wholePrecache);
  });

  it('data saving: neither the home page nor optional files are loaded', async () => {
    await install();
    await notify({ type: 'KEEP', seen, images, spareData: true });
    expect(await pathsIn('etal-answers')).toContain('/api/stores');
    expect(await pathsIn('etal-answers')).not.toContain('/api/events');
    expect(world.asked).not.toContain(home);
    expect(await pathsIn('etal-images')).toEqual(images);
  });

  it('while offline: visited content is cached nevertheless', async () => {
    await install();
    offline();
    await notify({ type: 'KEEP', seen, images });
    expect(await pathsIn('etal-answers')).toEqual(['/api/stores']);
  });
});

describe('a worker with missing files', () => {
  const removeFiles = async () => {
    await world.storage.delete('etal-precache');
    // A page that finds none of them is how it comes to know.
    await open('/boutiques');
    world.asked.length = 0;
  };

  it('restores them with the next answer of the network, without requiring a newer version', async () => {
    await removeFiles();
    await ask('/api/health');
    expect(await precache()).toEqual(wholePrecache);
    expect(world.wishes).toEqual([]);
    await world.storage.delete('etal-precache');
    world.asked.length = 0;
    await ask('/api/products');
    expect(await precache(), 'whole, as far as it knows').toEqual([]);
  });

  it('checks once in five seconds, and installs a newer version of the server', async () => {
    await removeFiles();
    const good = world.network;
    world.network = (request) => (request.url.endsWith('/shell') ? page('une autre', 'b3') : good(request));
    await ask('/api/products');
    expect(world.wishes).toEqual(['update']);
    expect(await precache()).toEqual(wholePrecache.slice(0, 2));
    vi.setSystemTime(Date.now() + 4999);
    await ask('/api/products?page=2');
    expect(world.wishes).toEqual(['update']);
    vi.setSystemTime(Date.now() + 1);
    await ask('/api/products?page=3');
    expect(world.wishes).toEqual(['update', 'update']);
    world.network = good;
    vi.setSystemTime(Date.now() + 5000);
    await ask('/api/products?page=4');
    expect(await precache()).toEqual(wholePrecache);
  });

  it('removes untrusted entries from the other caches, and no valid ones', async () => {
    await removeFiles();
    const paths = [
      ['etal-answers', '/api/stores', jsonOf([])],
      ['etal-images', '/media/a.webp', pictureOf()],
      ['etal-tiles', '/12/1/1.png', pictureOf({})],
      ['etal-taken', '/api/events', jsonOf([])],
    ] as const;
    for (const [name, path, own] of paths) {
      await put(name, path, own);
      await put(name, `${path}/foreign`, portal());
    }
    await ask('/api/health');
    for (const [name, path] of paths) expect(await pathsIn(name), name).toEqual([path]);
  });
});

describe('an update', () => {
  it('does not wait for prefetches of this worker after a page’s request', async () => {
    await install();
    world.network = () => new Promise(() => {});
    const current: Promise<unknown>[] = [];
    const hold = (work: Promise<unknown>) => current.push(work);
    world.listeners.get('message')?.({ data: { type: 'KEEP', seen: [], images: [] }, ports: [], waitUntil: hold });
    world.listeners.get('fetch')?.({
      request: new Request(`${origin}/api/products`),
      respondWith: () => {},
      waitUntil: hold,
    });
    const done = vi.fn();
    const all = Promise.all(current).then(done);
    await eventually(() => expect(world.asked.length).toBeGreaterThan(1));
    expect(done).not.toHaveBeenCalled();
    await notify({ type: 'STAND_DOWN' });
    await all;
    expect(done).toHaveBeenCalledOnce();
  });
});
