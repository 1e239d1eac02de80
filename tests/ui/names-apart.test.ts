// Names on a map, none over another.
import { expect, it } from 'vitest';
import { namesApart } from '#ui/map/names-apart.ts';

it('keeps the first of names that cover each other, in either direction', () => {
  const names = [
    { name: 'first', x: 0, y: 0 },
    { name: 'over it', x: 90, y: 10 },
    { name: 'beside', x: 110, y: 0 },
    { name: 'below', x: 0, y: 30 },
    { name: 'over below', x: -50, y: 35 },
  ];
  expect(namesApart(names, [20, 20]).map(({ name }) => name)).toEqual(['first', 'beside', 'below']);
  expect(namesApart([], [20, 20])).toEqual([]);
});

it('a short name fits where a long one does not', () => {
  const beside = (name: string) => [
    { name: 'Verdun', x: 0, y: 0 },
    { name, x: 80, y: 0 },
  ];
  expect(namesApart(beside('Clermont-en-Argonne'), [8, 20])).toHaveLength(1);
  expect(namesApart(beside('Commercy'), [8, 20])).toHaveLength(2);
});
