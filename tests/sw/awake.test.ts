// What the worker does when it is not asked for an answer: when it takes over, at a message of a page, and when it finds that
// something is missing.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  allDone,
  ask,
  install,
  jsonOf,
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
  tell,
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

describe('a worker that takes over', () => {
  it('serves the pages that are open and lets go of what no version lists', async () => {
    await install();
    await put('etal-precache', '/assets/earlier.js', new Response(''));
    await activate();
    expect(world.wishes).toEqual(['claim']);
    expect(await precache()).not.toContain('/assets/earlier.js');
  });

  it('mends what was taken away since it was installed', async () => {
    await install();
    (await world.storage.open('etal-precache')).entries.delete(`${origin}/${part}`);
    await activate();
    expect(world.asked).toContain(`${origin}/${part}`);
    expect(world.wishes).toEqual(['claim']);
  });

  it('waits for nothing that needs the network', async () => {
    await install();
    await tell({ type: 'KEEP', seen: [], images: [] });
    await startWorker();
    await world.storage.delete('etal-precache');
    world.network = () => new Promise(() => {});
    const waited: Promise<unknown>[] = [];
    world.listeners.get('activate')?.({ waitUntil: (work: Promise<unknown>) => waited.push(work) });
    await Promise.all(waited);
    expect(world.wishes).toEqual(['claim']);
  });
});

describe('a page says to the worker', () => {
  it('that it may take over now, and nothing else makes it do so', async () => {
    await install();
    for (const other of [undefined, {}, { type: 'KEEP' }, { type: 'WHAT_IS_KEPT' }, { type: 7 }]) await tell(other);
    expect(world.wishes).not.toContain('skipWaiting');
    await tell({ type: 'SKIP_WAITING' });
    expect(world.wishes).toEqual(['skipWaiting']);
  });

  it('that it wants to know what is kept, and is told on the port it gave', async () => {
    await ask('/api/products');
    const told = vi.fn();
    await tell({ type: 'WHAT_IS_KEPT' }, [{ postMessage: told }]);
    expect(told.mock.calls).toEqual([[[expect.objectContaining({ name: 'products.list' })]]]);
    world.asked.length = 0;
    await tell({ type: 'WHAT_IS_KEPT' });
    expect(world.asked).toEqual([]);
  });

  const seen = [{ name: 'stores.list', args: {}, answer: { 'hydra:member': [] }, at: 7 }];
  const images = ['/media/images/a-240_inset.webp'];

  it('what it has seen: that is kept, with the home page and what pages need next', async () => {
    await install();
    await tell({ type: 'KEEP', seen, images });
    expect(await pathsIn('etal-answers')).toContain('/api/stores');
    expect(await pathsIn('etal-answers')).toContain('/api/events');
    expect(await pathsIn('etal-images')).toEqual(images);
    expect(await pathsIn('etal-pages')).toEqual(['/']);
    world.asked.length = 0;
    await tell({ type: 'KEEP', seen, images });
    expect(world.asked).toEqual([]);
  });

  it('that it is there: what was taken away is mended', async () => {
    await world.storage.open('etal-precache');
    await tell({ type: 'KEEP' });
    expect(await precache()).toEqual(wholePrecache);
  });

  it('that data are spared: neither the home page nor what is only nice to have is brought', async () => {
    await install();
    await tell({ type: 'KEEP', seen, images, spareData: true });
    expect(await pathsIn('etal-answers')).toContain('/api/stores');
    expect(await pathsIn('etal-answers')).not.toContain('/api/events');
    expect(world.asked).not.toContain(home);
    expect(await pathsIn('etal-images')).toEqual(images);
  });

  it('while the network is away: what it has seen is kept all the same', async () => {
    await install();
    offline();
    await tell({ type: 'KEEP', seen, images });
    expect(await pathsIn('etal-answers')).toEqual(['/api/stores']);
  });
});

describe('a worker whose files were taken away', () => {
  const takeAway = async () => {
    await world.storage.delete('etal-precache');
    // A page that finds none of them is how it comes to know.
    await open('/boutiques');
    world.asked.length = 0;
  };

  it('mends itself with the next answer of the network, and asks for no newer version where it can', async () => {
    await takeAway();
    await ask('/api/health');
    expect(await precache()).toEqual(wholePrecache);
    expect(world.wishes).toEqual([]);
    await world.storage.delete('etal-precache');
    world.asked.length = 0;
    await ask('/api/products');
    expect(await precache(), 'whole, as far as it knows').toEqual([]);
  });

  it('looks once in five seconds, and where the server has a newer version, for that one', async () => {
    await takeAway();
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

  it('removes what someone else wrote from the other caches, and nothing of ours', async () => {
    await takeAway();
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
  it('does not wait for what this worker fetches ahead, once a page asks for that', async () => {
    await install();
    world.network = () => new Promise(() => {});
    const held: Promise<unknown>[] = [];
    const hold = (work: Promise<unknown>) => held.push(work);
    world.listeners.get('message')?.({ data: { type: 'KEEP', seen: [], images: [] }, ports: [], waitUntil: hold });
    world.listeners.get('fetch')?.({
      request: new Request(`${origin}/api/products`),
      respondWith: () => {},
      waitUntil: hold,
    });
    const done = vi.fn();
    const all = Promise.all(held).then(done);
    await eventually(() => expect(world.asked.length).toBeGreaterThan(1));
    expect(done).not.toHaveBeenCalled();
    await tell({ type: 'STAND_DOWN' });
    await all;
    expect(done).toHaveBeenCalledOnce();
  });
});
