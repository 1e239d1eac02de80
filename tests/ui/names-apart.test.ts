// Names on a map, none over another.
import { expect, it } from 'vitest';
import { namesApart } from '#ui/map/names-apart.ts';

it('keeps the first of names that cover each other, in either direction', () => {
  const names = [
    { id: 'first', x: 0, y: 0 },
    { id: 'over it', x: 90, y: 10 },
    { id: 'beside', x: 110, y: 0 },
    { id: 'below', x: 0, y: 30 },
    { id: 'over below', x: -50, y: 35 },
  ];
  expect(namesApart(names, [100, 20]).map(({ id }) => id)).toEqual(['first', 'beside', 'below']);
  expect(namesApart([], [100, 20])).toEqual([]);
});
