import { describe, expect, it } from 'vitest';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import { distanceKm, distanceText, formatDistance } from '#domain/geo.ts';
import { lineAnchor, lineKeyOf, quantityOf, quantityOfProduct, storeCountOf } from '#domain/orders/cart.ts';
import { childrenOf, hasChildren, pathTo, withDescendants } from '#domain/search/category-tree.ts';
import { inDirectoryOrder, storesIn } from '#domain/search/directory.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { formatAge, formatDate, formatDateTime, formatLongDay, parisDay } from '#domain/time/dates.ts';
import { formatHour, windowsOf } from '#domain/time/opening-hours.ts';
import { mapViewOf, townsInRange, townsOf } from '#domain/towns.ts';
import { DEMO_TOWNS as TOWNS } from '../support/demo-towns.ts';

describe('towns of the market', () => {
  it('are the lines of the setting; what is no town is left out', () => {
    expect(townsOf('Millau: 44.10, 3.08\n\n  Saint-Affrique : 43.95,2.89 \nRodez\nAilleurs: 95, 3\n')).toEqual([
      { name: 'Millau', latitude: 44.1, longitude: 3.08 },
      { name: 'Saint-Affrique', latitude: 43.95, longitude: 2.89 },
    ]);
    expect(townsOf('')).toEqual([]);
  });

  it('have the middle of the maps between them, unless the market sets it', () => {
    const towns = townsOf('A: 44, 3\nB: 45, 2\nC: 44.5, 2.2');
    expect(mapViewOf({ center: '', zoom: '' }, towns).center).toEqual({ latitude: 44.5, longitude: 2.5 });
    expect(mapViewOf({ center: '43.9, 3', zoom: '11' }, towns)).toEqual({
      center: { latitude: 43.9, longitude: 3 },
      zoom: 11,
    });
    const whole = mapViewOf({ center: '', zoom: '' }, []);
    expect(whole.zoom, 'a market that names no place shows the country').toBeLessThan(7);
  });
});

describe('distances', () => {
  it('lists the towns within reach, nearest first, and none without a place or a reach', () => {
    const town = (wanted: string) => TOWNS.find(({ name }) => name === wanted) ?? expect.fail(wanted);
    const verdun = town('Verdun');
    expect(townsInRange(verdun, 12, TOWNS)).toEqual(['Verdun', 'Dieue-sur-Meuse']);
    expect(townsInRange(verdun, 20, TOWNS)).toEqual(['Verdun', 'Dieue-sur-Meuse', 'Souilly', 'Etain', 'Damvillers']);
    // One that is exactly as far is within.
    const toDieue = distanceKm(verdun, town('Dieue-sur-Meuse'));
    expect(townsInRange(verdun, toDieue, TOWNS)).toEqual(['Verdun', 'Dieue-sur-Meuse']);
    expect(townsInRange(verdun, null, TOWNS)).toEqual([]);
    expect(townsInRange({ latitude: null, longitude: null }, 20, TOWNS)).toEqual([]);
  });

  it('are great-circle kilometres, shown in metres below one', () => {
    const [verdun] = TOWNS;
    const stenay = TOWNS.find((town) => town.name === 'Stenay');
    expect(verdun && stenay && distanceKm(verdun, stenay)).toBeCloseTo(39.6, 0);
    expect(formatDistance(0.4504)).toBe('450\u00a0m');
    expect(formatDistance(12.34)).toBe('12,3\u00a0km');
    expect(formatDistance(1)).toBe('1,0\u00a0km');
  });

  it('are great-circle distances: equal on each meridian, shorter along a parallel, half the circumference at most', () => {
    const at = (latitude: number, longitude: number) => ({ latitude, longitude });
    expect(distanceKm(at(0, 0), at(1, 0))).toBeCloseTo(111.195, 2);
    expect(distanceKm(at(60, 0), at(60, 1))).toBeCloseTo(55.597, 2);
    expect(distanceKm(at(-60, 10), at(30, -20))).toBeCloseTo(10_377.35, 1);
    expect(distanceKm(at(0, 0), at(0, 180))).toBeCloseTo(20_015.09, 1);
  });

  it('require two known places', () => {
    const [verdun, stenay] = TOWNS as [(typeof TOWNS)[0], (typeof TOWNS)[0]];
    expect(distanceText(verdun, stenay)).toBe('39,6\u00a0km');
    expect(distanceText(null, stenay)).toBeNull();
    expect(distanceText(verdun, null)).toBeNull();
  });

  it('from Verdun to the towns one can search from are these, in kilometres', () => {
    const [verdun] = TOWNS as [(typeof TOWNS)[0]];
    const absent = TOWNS.map((town) => [town.name, Math.round(distanceKm(verdun, town))]);
    expect(Object.fromEntries(absent)).toEqual({
      Verdun: 0,
      Stenay: 40,
      'Dun-sur-Meuse': 29,
      Montmédy: 40,
      'Clermont-en-Argonne': 24,
      Varennes: 27,
      'Dieue-sur-Meuse': 10,
      Souilly: 16,
      Spincourt: 28,
      Damvillers: 20,
      Etain: 19,
      'Bar-le-Duc': 46,
      Commercy: 47,
      'Saint-Mihiel': 33,
    });
    expect(verdun).toMatchObject({ latitude: 49.1599, longitude: 5.3844 });
  });
});

describe('the stores of a town', () => {
  it('are counted by address, ignoring accents and case', () => {
    const at = (city: string) => ({ address: { address1: '', address2: '', postalCode: '', city } });
    const stores = ['Verdun', 'Étain', 'ETAIN', 'Verdun-sur-Garonne', ''].map(at);
    expect(storesIn('Etain', stores)).toBe(2);
    expect(storesIn('Verdun', stores)).toBe(1);
    expect(storesIn('Stenay', stores)).toBe(0);
  });
});

describe('dates', () => {
  it('are in Paris time for any clock of the machine', () => {
    expect(formatDate('2026-11-21T23:30:00Z')).toBe('22/11/2026');
    expect(formatDateTime('2026-07-01T10:05:00Z')).toBe('01/07/2026 à 12:05');
    expect(parisDay(new Date('2026-11-21T23:30:00Z'))).toBe('2026-11-22');
    expect(formatLongDay('2026-12-01')).toBe('1er décembre 2026');
  });

  it('give the age of a date', () => {
    const now = Date.UTC(2026, 10, 21, 12);
    expect(formatAge(now - 20_000, now)).toBe('à l’instant');
    expect(formatAge(now - 5 * 60_000, now)).toBe('il y a 5\u00a0min');
    expect(formatAge(now - 2 * 3_600_000, now)).toBe('il y a 2\u00a0h');
    expect(formatAge(now - 3 * 86_400_000, now)).toBe('il y a 3\u00a0j');
    expect(formatAge(now + 1000, now)).toBe('à l’instant');
  });

  it('of opening hours are windows, one when there is no break', () => {
    const row = {
      morningOpeningHour: '0900',
      morningCloseHour: '1200',
      afternoonOpeningHour: '1400',
      afternoonCloseHour: '1830',
    };
    expect(windowsOf({ ...row, interrupt: false })).toHaveLength(2);
    expect(windowsOf({ ...row, interrupt: true })).toEqual([{ from: '0900', to: '1830' }]);
    expect(formatHour('1830')).toBe('18\u00a0h\u00a030');
  });
});

describe('the category tree', () => {
  const root = { '@id': '/categories/1', parent: null, level: 1, lft: 1, rgt: 6 };
  const middle = { '@id': '/categories/2', parent: '/categories/1', level: 2, lft: 2, rgt: 5 };
  const leaf = { '@id': '/categories/3', parent: '/categories/2', level: 3, lft: 3, rgt: 4 };
  const other = { '@id': '/categories/4', parent: null, level: 1, lft: 7, rgt: 8 };
  const all = [other, leaf, middle, root];

  it('gives children in order, the way down to one, and all below one', () => {
    expect(childrenOf(all, null)).toEqual([root, other]);
    expect(pathTo(all, '/categories/3')).toEqual([root, middle, leaf]);
    expect(pathTo(all, '/categories/9')).toEqual([]);
    expect(withDescendants(all, middle)).toEqual([leaf, middle]);
    expect(hasChildren(middle)).toBe(true);
    expect(hasChildren(leaf)).toBe(false);
  });
});

describe('cart lines', () => {
  it('are one line for any order of the choices', () => {
    expect(lineKeyOf('p', ['b', 'a'])).toBe(lineKeyOf('p', ['a', 'b']));
    expect(lineKeyOf('p', ['a'])).not.toBe(lineKeyOf('p', []));
    expect(lineAnchor(lineKeyOf('p', ['b', 'a']))).toBe('ligne-p|a,b');
  });

  it('are counted by product and by store', () => {
    const item = (id: string, store: string, quantity: number) => ({ product: { id, store: { id: store } }, quantity });
    const items = [item('x', 's', 2), item('x', 's', 1), item('y', 't', 4)];
    expect(quantityOf(items)).toBe(7);
    expect(quantityOf([])).toBe(0);
    expect(quantityOfProduct(items, 'x')).toBe(3);
    expect(quantityOfProduct(items, 'z')).toBe(0);
    expect(storeCountOf(items)).toBe(2);
    expect(countWithNoun(1, 'boutique')).toBe('1\u00a0boutique');
    expect(countWithNoun(2, 'boutique')).toBe('2\u00a0boutiques');
  });
});

describe('the directory', () => {
  const shop = (id: string, averageRating: number | null, reviewCount: number, latitude: number | null) =>
    ({
      id,
      averageRating,
      reviewCount,
      geoCoordinates: latitude === null ? null : { latitude, longitude: 5.4 },
    }) as StoreSummary;
  const shops = [shop('a', 4, 2, 49.5), shop('b', null, 0, 49.1), shop('c', 4, 9, null), shop('d', 5, 1, 49.2)];
  const order = (place: { latitude: number; longitude: number } | null, bestRated: boolean) =>
    inDirectoryOrder(shops, { place, bestRated }).map(({ id }) => id);

  it('is unchanged without a place and a rating order', () => {
    expect(order(null, false)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is sorted by distance, items without a place last', () => {
    expect(order({ latitude: 49.11, longitude: 5.4 }, false)).toEqual(['b', 'd', 'a', 'c']);
  });

  it('is sorted by rating, then by number of ratings, unrated items last', () => {
    expect(order(null, true)).toEqual(['d', 'c', 'a', 'b']);
  });
});
