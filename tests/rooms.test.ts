// The rooms of the floors, held by a test: no circle of any kind, imports that go down only, faces, an opening line in every file.
// The rules themselves are tried on small houses that break them.
import { describe, expect, test } from 'vitest';
import { faces, rooms } from './support/house.ts';
import {
  circleIn,
  type Faces,
  type Import,
  importCircle,
  importsPastFaces,
  type Rooms,
  sourceFiles,
  unusedFaces,
  upwardImports,
} from './support/source-files.ts';

const product = sourceFiles(['src', 'server', 'sw']).filter(({ path }) => /\.tsx?$/.test(path));

const smallHouse = (imports: Record<string, [kind: Import['kind'], target: string][]>) =>
  Object.entries(imports).map(([path, list]) => ({
    path,
    imports: list.map(([kind, target]) => ({ specifier: target, target, kind })),
  }));

describe('no import goes round in a circle', () => {
  test('types and lazy loads included', () => {
    expect(importCircle(product)).toBeNull();
  });

  test.each(['eager', 'type', 'lazy'] as const)('one that is closed by a single %s import is found', (kind) => {
    const files = smallHouse({ 'a.ts': [['eager', 'b.ts']], 'b.ts': [['eager', 'c.ts']], 'c.ts': [[kind, 'a.ts']] });
    expect(importCircle(files)).toEqual(['a.ts', 'b.ts', 'c.ts', 'a.ts']);
    expect(importCircle(files.slice(0, 2))).toBeNull();
  });

  test('two that meet at the bottom are no circle', () => {
    const next: Record<string, string[]> = { top: ['left', 'right'], left: ['bottom'], right: ['bottom'] };
    expect(circleIn(Object.keys(next), (node) => next[node] ?? [])).toBeNull();
  });
});

describe('the rooms of a floor are ordered', () => {
  test.each(Object.keys(rooms))('%s: imports go down only, and every room has its place', (floor) => {
    expect(upwardImports(product, { [floor]: rooms[floor] ?? [] })).toEqual([]);
  });

  test('no room is named that is gone', () => {
    const empty = Object.entries(rooms).flatMap(([floor, order]) =>
      order
        .map((room) => (room === '.' ? floor : `${floor}/${room}`))
        .filter((room) => !product.some(({ path }) => path.startsWith(`${room}/`))),
    );
    expect(empty).toEqual([]);
  });

  const order: Rooms = { floor: ['.', 'upper', 'lower'] };
  test.each(['eager', 'type', 'lazy'] as const)('a folder circle that needs one %s import up is found', (kind) => {
    const files = smallHouse({
      'floor/upper/a.ts': [['eager', 'floor/lower/b.ts']],
      'floor/lower/b.ts': [],
      'floor/lower/c.ts': [[kind, 'floor/upper/d.ts']],
      'floor/upper/d.ts': [],
    });
    expect(importCircle(files)).toBeNull();
    expect(upwardImports(files, order)).toEqual(['floor/lower/c.ts → floor/upper/d.ts']);
  });

  test('a room without a place is found, and so is one that asks for the files above it', () => {
    const files = smallHouse({
      'floor/cellar/a.ts': [['eager', 'floor/lower/b.ts']],
      'floor/lower/b.ts': [['eager', 'floor/top.ts']],
    });
    expect(upwardImports(files, order)).toEqual([
      'floor/cellar/a.ts → floor/lower/b.ts',
      'floor/lower/b.ts → floor/top.ts',
    ]);
  });
});

describe('a room shows its face only', () => {
  test('nothing is imported past a face', () => {
    expect(importsPastFaces(product, faces)).toEqual([]);
  });

  test('a face shows only what somebody looks at', () => {
    expect(unusedFaces(product, faces)).toEqual([]);
  });

  const small: Faces = { 'floor/room': ['face.ts'] };

  test.each(['eager', 'type', 'lazy'] as const)(
    'an %s import past it is found; inside, everything may be imported',
    (kind) => {
      const files = smallHouse({
        'floor/other/a.ts': [
          ['eager', 'floor/room/face.ts'],
          [kind, 'floor/room/inside.ts'],
        ],
        'floor/room/face.ts': [['eager', 'floor/room/inside.ts']],
      });
      expect(importsPastFaces(files, small)).toEqual(['floor/other/a.ts → floor/room/inside.ts']);
      expect(unusedFaces(files, small)).toEqual([]);
    },
  );

  test('a face that nobody looks at is found', () => {
    expect(unusedFaces(smallHouse({ 'floor/other/a.ts': [] }), small)).toEqual(['floor/room/face.ts']);
  });
});

test('every file opens by saying what it is for', () => {
  const silent = product.filter(({ text }) => !/^(\/\/|\/\*)/.test(text)).map(({ path }) => path);
  expect(silent).toEqual([]);
});
