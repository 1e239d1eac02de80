import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupSign, groupWords } from '#ui/map/map-group.tsx';
import { type MapMark, marksOf } from '#ui/map/map-groups.ts';
import type { MapPlace } from '#ui/map/map-props.ts';

const place = (id: string, latitude: number, longitude: number): MapPlace => ({
  id,
  name: `Chez ${id}`,
  slug: id,
  latitude,
  longitude,
});
const verdun = [place('a', 49.16, 5.3813), place('b', 49.1603, 5.3858), place('c', 49.164, 5.3892)];
const stenay = place('s', 49.4911, 5.1864);
const idsOf = (marks: ReturnType<typeof marksOf>) => marks.map(({ places }) => places.map(({ id }) => id).join(''));
/** Where it is drawn on a map by Mercator, whose world is 512 pixels wide at zoom 0. */
function pixelsBetween(one: MapMark, other: MapMark, zoom: number): number {
  const world = 512 * 2 ** zoom;
  const x = ({ longitude, offset }: MapMark) => (longitude / 360) * world + offset[0];
  const y = ({ latitude, offset }: MapMark) =>
    offset[1] - (Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * world;
  return Math.hypot(x(one) - x(other), y(one) - y(other));
}

describe('the marks of a map', () => {
  it('are groups where pins would overlap, and pins at closer zoom', () => {
    expect(idsOf(marksOf([...verdun, stenay], 8))).toEqual(['abc', 's']);
    expect(idsOf(marksOf([...verdun, stenay], 15))).toEqual(['a', 'b', 'c', 's']);
  });

  it('contain every place once, at every zoom, without overlapping pins', () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      place(`p${index}`, 49 + (index % 7) * 0.0004, 5 + (index % 5) * 0.0004),
    );
    for (let zoom = 0; zoom <= 19; zoom += 0.5) {
      const ids = marksOf(many, zoom).flatMap(({ places }) => places.map(({ id }) => id));
      expect(ids.toSorted(), `zoom ${zoom}`).toEqual(many.map(({ id }) => id).toSorted());
    }
  });

  it('cover no other, however the places lie', () => {
    const near = (from: number, to: number) => fc.double({ min: from, max: to, noNaN: true });
    const spot = fc.record({ latitude: near(48.9, 49.6), longitude: near(4.9, 5.9) });
    fc.assert(
      fc.property(
        fc.array(spot, { minLength: 2, maxLength: 40 }),
        near(6, 15.5),
        fc.boolean(),
        (spots, zoom, looked) => {
          const places = spots.map(({ latitude, longitude }, index) => place(`p${index}`, latitude, longitude));
          const marks = marksOf(places, zoom, looked ? 'p0' : null);
          if (looked) expect(marks[0]).toMatchObject({ places: [places[0]], offset: [0, 0] });
          expect(marks.flatMap(({ places }) => places)).toHaveLength(spots.length);
          for (const [at, mark] of marks.entries()) {
            for (const other of marks.slice(at + 1)) expect(pixelsBetween(mark, other, zoom)).toBeGreaterThan(39);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('show the active place outside of its group, with the count reduced by one', () => {
    const marks = marksOf(verdun, 8, 'b');
    expect(idsOf(marks)).toEqual(['b', 'ac']);
    expect(marks[0]).toMatchObject({ latitude: 49.1603, longitude: 5.3858, offset: [0, 0] });
    expect(idsOf(marksOf(verdun, 8, 'nobody'))).toEqual(['abc']);
  });

  it('are in the centre of their places', () => {
    const [group] = marksOf([place('a', 49, 5), place('b', 49.001, 5.002)], 8);
    expect(group?.latitude).toBeCloseTo(49.0005, 6);
    expect(group?.longitude).toBeCloseTo(5.001, 6);
  });

  it('fan out the stores of one building, inseparable by zoom', () => {
    const building = ['a', 'b', 'c'].map((id) => place(id, 49.16, 5.38));
    expect(idsOf(marksOf(building, 15.5))).toEqual(['abc']);
    const fan = marksOf(building, 17);
    expect(idsOf(fan)).toEqual(['a', 'b', 'c']);
    for (const [at, one] of fan.entries()) {
      for (const other of fan.slice(at + 1)) {
        const apart = Math.hypot(one.offset[0] - other.offset[0], one.offset[1] - other.offset[1]);
        expect(apart).toBeGreaterThan(24);
      }
    }
    expect(marksOf([stenay], 17)[0]?.offset).toEqual([0, 0]);
  });

  it('list the members of a group', () => {
    expect(groupWords(verdun.slice(0, 2))).toBe('2 boutiques\u00a0: Chez a, Chez b');
    const five = [...verdun, stenay, place('t', 49, 5)];
    expect(groupWords(five)).toBe('5 boutiques\u00a0: Chez a, Chez b, Chez c, Chez s et 1 autre');
    expect(groupWords([...five, place('u', 49, 5)])).toMatch(/ et 2 autres$/);
  });
});

describe('stops of a round close together', () => {
  const stop = (number: number, id: string) => ({ ...place(id, 49, 5), number });
  it('list their numbers', () => {
    expect(groupSign(verdun)).toBe('3');
    expect(groupSign([stop(3, 'c'), stop(1, 'a')])).toBe('1·3');
    expect(groupSign([stop(2, 'b'), stop(1, 'a'), stop(3, 'd')])).toBe('1–3');
    expect(groupSign([stop(2, 'b'), stop(1, 'a'), stop(4, 'd')])).toBe('1+2');
    expect(groupSign([stop(2, 'b'), place('start', 49, 5)])).toBe('2');
    expect(groupWords([stop(1, 'a'), place('start', 49, 5)])).toBe('2 lieux\u00a0: 1. Chez a, Chez start');
  });
});
