// The market's area and rivers, as its settings describe them.
import { expect, it } from 'vitest';
import { mapOutlineOf } from '#domain/map-outline.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

it('reads areas and named rivers, latitude first', () => {
  expect(mapOutlineOf('area: 49.5,5.1 49.6,5.2 49.4,5.3\nriver La Meuse: 48.4,5.6 49.1,5.3\n', [])).toEqual({
    areas: [[at(49.5, 5.1), at(49.6, 5.2), at(49.4, 5.3)]],
    rivers: [{ name: 'La Meuse', line: [at(48.4, 5.6), at(49.1, 5.3)] }],
    towns: [],
  });
});

it.each(['', 'area:', 'area: 49.5,5.1', 'lake: 1,1 2,2', 'area 1,1 2,2', 'area: x,y 1,1', 'river: 95,1 1,1', '\n\n'])(
  'skips what it cannot read: %j',
  (setting) => {
    expect(mapOutlineOf(setting, [])).toEqual({ areas: [], rivers: [], towns: [] });
  },
);
