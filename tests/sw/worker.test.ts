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
  offline,
  open,
  origin,
  page,
  part,
  tell,
  waitUntil,
  world,
} from './worker-world.ts';

const drain = vi.hoisted(() => vi.fn());
vi.mock('#sync/worker.ts', () => ({ drain }));

/** What a page says when it is opened. */
const keepAhead = ({ spareData }: { spareData: boolean }) => tell({ type: 'KEEP', seen: [], images: [], spareData });

describe('each kind of thing is kept in its own place', () => {
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

  it('whether the server answers is asked of the network each time', async () => {
    expect((await ask('/api/health'))?.ok).toBe(true);
    expect(everything()).toEqual({});
    offline();
    await expect(ask('/api/health')).rejects.toThrow();
  });
});

it('told by a page that the network is back, a picture is asked for again at once, and the page is told so', async () => {
  const [picture, another] = ['/media/images/a-480_outbound.webp', '/media/images/b-480_outbound.webp'];
  const { network } = world;
  offline();
  await expect(ask(picture, { picture: true })).rejects.toThrow();
  world.network = network;
  // Known to be silent a moment ago: no picture holds up what matters more.
  await expect(ask(another, { picture: true })).rejects.toThrow();
  const postMessage = vi.fn();
  await tell({ type: 'REACHED' }, [{ postMessage }]);
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

  it('of the server itself goes through, and says so in our words when nothing answers', async () => {
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

  it('of a worker whose files were taken away comes from the network, else it says what is the matter', async () => {
    expect(await (await open('/boutiques'))?.text()).toContain('une page');
    offline();
    expect(await (await open('/boutiques'))?.text()).toContain('Le réseau ne répond pas.');
  });

  it('of last resort is kept by nobody: the way back asks anew', async () => {
    await install();
    offline();
    const said = await open('/paiement/7');
    expect([said?.status, said?.headers.get('cache-control')]).toEqual([503, 'no-store']);
  });
});

describe('the kept home page', () => {
  const keep = async (home: Response) => (await world.storage.open('etal-pages')).put('/', home);

  it('of this build is shown at once', async () => {
    await install();
    await keep(page('l’accueil d’hier', buildId));
    offline();
    expect(await (await open('/'))?.text()).toContain('l’accueil d’hier');
  });

  it('of an older build is never shown: its files may be gone', async () => {
    await install();
    await keep(page('l’accueil d’avant', 'b1'));
    offline();
    expect(await (await open('/'))?.text()).toContain('la coquille');
  });

  it('is renewed behind the one shown, by one of this build only', async () => {
    await keep(page('l’accueil d’hier', buildId));
    await keepAhead({ spareData: false });
    /** The renewal of one opening is seen at the next. */
    const shown = async () => {
      await ask('/', { page: true });
      await eventually(() => expect(world.asked.at(-1)).toBe(`${origin}/`));
      return (await open('/'))?.text();
    };
    for (const foreign of [() => page('l’accueil d’après', 'b3'), () => new Response('<h1>Wi-Fi</h1>')]) {
      world.network = foreign;
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

  it('where no page has said that data are spared, now and each time it may be', async () => {
    await keepAhead({ spareData: false });
    expect(everything()['etal-pages']).toEqual(['/']);
    expect(await wakeAndOpen()).toBe(2);
  });

  it('not before a page has said what its person wants', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: false } });
    expect(await wakeAndOpen()).toBe(0);
  });

  it('never where data are spared, whatever the browser says and however often the worker wakes', async () => {
    Object.assign(self, { navigator: { connection: { saveData: false } } });
    await keepAhead({ spareData: true });
    expect(everything()['etal-pages']).toBeUndefined();
    expect(await wakeAndOpen()).toBe(0);
  });

  it('where the person wants it although the browser says that data are to be spared', async () => {
    Object.assign(self, { navigator: { connection: { saveData: true } } });
    await keepAhead({ spareData: false });
    expect(await wakeAndOpen()).toBe(2);
  });

  it('no more once the person spares data, and again after that; what is kept stays', async () => {
    await keepAhead({ spareData: false });
    await keepAhead({ spareData: true });
    expect(await wakeAndOpen()).toBe(0);
    expect(everything()['etal-pages']).toEqual(['/']);
    await keepAhead({ spareData: false });
    expect(await wakeAndOpen()).toBe(2);
  });
});

it('what waits is sent when the browser wakes the worker for it, and at no other wake-up', async () => {
  vi.stubGlobal('navigator', {});
  drain.mockResolvedValue({ left: 0 });
  world.listeners.get('sync')?.({ tag: 'something else', waitUntil });
  expect(world.behind).toEqual([]);
  world.listeners.get('sync')?.({ tag: 'outbox', waitUntil });
  await Promise.all(world.behind);
  expect(drain.mock.calls).toEqual([[expect.objectContaining({ endpoint: '/api', appVersion: buildId })]]);
});
