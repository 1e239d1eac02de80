// The worker as a whole, without a browser: which answer it gives to which request, and where each kind of thing is kept.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  allDone,
  ask,
  buildId,
  everything,
  install,
  type Like,
  notify,
  offline,
  open,
  origin,
  page,
  part,
  waitUntil,
  world,
} from './worker-world.ts';

const drain = vi.hoisted(() => vi.fn());
vi.mock('#sync/worker.ts', () => ({ drain }));

/** What a page says when it is opened. */
const keepAhead = ({ spareData }: { spareData: boolean }) => notify({ type: 'KEEP', seen: [], images: [], spareData });

describe('each kind of content has its own cache', () => {
  const picture = '/media/images/tomme-480_outbound.webp';
  const tile = 'https://tiles.example/12/2109/1405.png';
  it.each<[string, string, string, Like]>([
    ['a picture of the market', picture, 'etal-images', { picture: true }],
    ['a tile of the map', tile, 'etal-tiles', {}],
    ['a part that few people use', '/assets/map.js', 'etal-assets', {}],
    ['a public answer', '/api/products', 'etal-answers', {}],
    ['a file of this build', `/${part}`, 'etal-precache', {}],
  ])('%s', async (_, address, cache, like) => {
    expect((await ask(address, like))?.ok).toBe(true);
    expect(everything()).toEqual({ [cache]: [address] });
    offline();
    expect((await ask(address, like))?.ok).toBe(true);
  });

  it.each<[string, string, Like]>([
    ['a personal answer', '/api/orders/12', {}],
    ['a public address asked for with a token', '/api/products', { headers: { Authorization: 'Bearer x' } }],
    ['a write', '/api/carts', { method: 'POST' }],
    ['a document that is no picture', '/media/documents/carte.pdf', {}],
    ['a picture of another host', 'https://elsewhere.example/logo.png', { picture: true }],
  ])('%s is left to the browser, and nothing of it is kept', async (_, address, like) => {
    expect(await ask(address, like)).toBeNull();
    expect(world.asked).toEqual([]);
    expect(everything()).toEqual({});
  });

  it('the health check always asks the network', async () => {
    expect((await ask('/api/health'))?.ok).toBe(true);
    expect(everything()).toEqual({});
    offline();
    await expect(ask('/api/health')).rejects.toThrow();
  });
});

it('after a page’s reconnect message a picture is requested again at once, and the page is notified', async () => {
  const [picture, another] = ['/media/images/a-480_outbound.webp', '/media/images/b-480_outbound.webp'];
  const { network } = world;
  offline();
  await expect(ask(picture, { picture: true })).rejects.toThrow();
  world.network = network;
  // Known to be silent a moment ago: no picture holds up what matters more.
  await expect(ask(another, { picture: true })).rejects.toThrow();
  const postMessage = vi.fn();
  await notify({ type: 'REACHED' }, [{ postMessage }]);
  expect(postMessage).toHaveBeenCalledOnce();
  expect((await ask(another, { picture: true }))?.ok).toBe(true);
});

describe('a page', () => {
  it('is answered by the shell of the installation, without a network, too', async () => {
    await install();
    offline();
    expect(await (await open('/boutiques'))?.text()).toContain('la coquille');
    expect(world.asked).toEqual([]);
  });

  it('to the server itself passes, with an error page of the app without an answer', async () => {
    await install();
    expect(await (await open('/paiement/7'))?.text()).toContain('le paiement');
    expect(world.asked).toEqual([`${origin}/paiement/7`]);
    offline();
    expect(await (await open('/paiement/7'))?.text()).toContain('La page de paiement ne s’ouvre pas.');
    expect(await (await open('/paiement/7', { method: 'POST' }))?.text()).toContain(
      'La réponse du paiement n’est pas arrivée.',
    );
    expect(await (await open('/media/documents/carte.pdf'))?.text()).toContain('Cette page demande le réseau.');
  });

  it('with an effect, or past the worker, is left to the browser', async () => {
    expect(await open('/?reseau')).toBeNull();
    expect(await open('/boutiques', { method: 'POST' })).toBeNull();
    expect(await open('/api/orders/12/pay')).toBeNull();
  });

  it('of a worker with missing files comes from the network, else shows the problem', async () => {
    expect(await (await open('/boutiques'))?.text()).toContain('une page');
    offline();
    expect(await (await open('/boutiques'))?.text()).toContain('Le réseau ne répond pas.');
  });

  it('of last resort is never cached: its link requests anew', async () => {
    await install();
    offline();
    const visibleText = await open('/paiement/7');
    expect([visibleText?.status, visibleText?.headers.get('cache-control')]).toEqual([503, 'no-store']);
  });
});

describe('the cached home page', () => {
  const keep = async (home: Response) => (await world.storage.open('etal-pages')).put('/', home);

  it('of this build is shown at once', async () => {
    await install();
    await keep(page('l’accueil d’hier', buildId));
    offline();
    expect(await (await open('/'))?.text()).toContain('l’accueil d’hier');
  });

  it('of an older build is never shown: its files may be missing', async () => {
    await install();
    await keep(page('l’accueil d’avant', 'b1'));
    offline();
    expect(await (await open('/'))?.text()).toContain('la coquille');
  });

  it('is renewed in the background, by one of this build only', async () => {
    await keep(page('l’accueil d’hier', buildId));
    await keepAhead({ spareData: false });
    /** The renewal of one opening is seen at the next. */
    const shown = async () => {
      await ask('/', { page: true });
      await eventually(() => expect(world.asked.at(-1)).toBe(`${origin}/`));
      return (await open('/'))?.text();
    };
    for (const other of [() => page('l’accueil d’après', 'b3'), () => new Response('<h1>Wi-Fi</h1>')]) {
      world.network = other;
      expect(await shown()).toContain('l’accueil d’hier');
    }
    world.network = () => page('l’accueil d’aujourd’hui', buildId);
    await eventually(async () => expect(await shown()).toContain('l’accueil d’aujourd’hui'));
  });
});

describe('the home page is fetched ahead', () => {
  const home = `${origin}/`;
  /** An update that nobody waits for, and the next opening of the home page. */
  const wakeAndOpen = async () => {
    world.asked.length = 0;
    world.listeners.get('activate')?.({ waitUntil });
    await allDone();
    await open('/');
    return world.asked.filter((address) => address === home).length;
  };
  beforeEach(install);

  it('when no page has reported data saving, now and each time it is allowed', async () => {
    await keepAhead({ spareData: false });
    expect(everything()['etal-pages']).toEqual(['/']);
    expect(await wakeAndOpen()).toBe(2);
  });

  it('not before a page has reported the user’s choice', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: false } });
    expect(await wakeAndOpen()).toBe(0);
  });

  it('never with data saving, for any browser setting and wake-up', async () => {
    Object.assign(self, { navigator: { connection: { saveData: false } } });
    await keepAhead({ spareData: true });
    expect(everything()['etal-pages']).toBeUndefined();
    expect(await wakeAndOpen()).toBe(0);
  });

  it('when the user allows it despite the browser’s data saver', async () => {
    Object.assign(self, { navigator: { connection: { saveData: true } } });
    await keepAhead({ spareData: false });
    expect(await wakeAndOpen()).toBe(2);
  });

  it('stops with data saving, and resumes afterwards; cached content remains', async () => {
    await keepAhead({ spareData: false });
    await keepAhead({ spareData: true });
    expect(await wakeAndOpen()).toBe(0);
    expect(everything()['etal-pages']).toEqual(['/']);
    await keepAhead({ spareData: false });
    expect(await wakeAndOpen()).toBe(2);
  });
});

it('pending writes are sent on a sync event, and at no other wake-up', async () => {
  vi.stubGlobal('navigator', {});
  drain.mockResolvedValue({ left: 0 });
  world.listeners.get('sync')?.({ tag: 'something else', waitUntil });
  expect(world.behind).toEqual([]);
  world.listeners.get('sync')?.({ tag: 'outbox', waitUntil });
  await Promise.all(world.behind);
  expect(drain.mock.calls).toEqual([[expect.objectContaining({ endpoint: '/api', appVersion: buildId })]]);
});
