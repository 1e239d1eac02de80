// The house rules, held by a test: who may import whom, one door per world, names, sizes.
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allPaths, type Import, importCircle, type SourceFile, sourceFiles } from './support/source-files.ts';

const files = sourceFiles();
const code = files.filter(({ path }) => /\.tsx?$/.test(path));
const product = code.filter(({ path }) => !path.startsWith('tests/'));

interface Floor {
  /** Where the rule holds. */
  of: RegExp;
  /** Folders of the project it may import, beside its own. */
  may: RegExp;
  /** Those of which it may import types only. */
  mayTypes?: RegExp;
  /** Packages it must not import. */
  never?: RegExp;
}

const react = /^(react|react-dom|react-router-dom|jotai|@tanstack\/.*)(\/|$)/;
const floors: Record<string, Floor> = {
  'src/contract': { of: /^src\/contract\//, may: /^$/, never: /^(?!zod)/ },
  'src/domain': { of: /^src\/domain\//, may: /^$/, mayTypes: /^src\/contract\//, never: /./ },
  'src/paths.ts': { of: /^src\/paths\.ts$/, may: /^$/, never: /./ },
  'src/api': { of: /^src\/api\//, may: /^src\/contract\//, never: react },
  'src/db': { of: /^src\/db\//, may: /^$/, mayTypes: /^src\/contract\//, never: react },
  'src/sync': { of: /^src\/sync\//, may: /^src\/(contract|domain|api|db)\//, never: react },
  'src/engine': { of: /^src\/engine\//, may: /^src\/(contract|domain|api|db|sync|state)\/|^src\/paths\.ts$/ },
  'src/state': {
    of: /^src\/state\//,
    may: /^src\/(contract|domain|api|db|sync)\/|^src\/paths\.ts$/,
  },
  'src/ui': {
    of: /^src\/ui\//,
    may: /^src\/domain\/|^src\/paths\.ts$/,
    mayTypes: /^src\/contract\//,
    never: /^(jotai|@tanstack|dexie|wretch)/,
  },
  'src/features': {
    of: /^src\/features\//,
    may: /^src\/(contract|domain|state|ui)\/|^src\/paths\.ts$/,
    never: /^(@tanstack|dexie|wretch)/,
  },
  'src/app': { of: /^src\/(app\/|main\.tsx)/, may: /^src\// },
  sw: { of: /^sw\//, may: /^src\/(contract|domain|api|db|sync)\/|^src\/paths\.ts$/, never: react },
  server: { of: /^server\//, may: /^src\/(contract|domain)\/|^src\/paths\.ts$/, never: react },
};

const area = (path: string) => /^src\/features\/[^/]+\//.exec(path)?.[0];
const sameFolder = (path: string, target: string) => {
  const own =
    area(path) ??
    `${path
      .split('/')
      .slice(0, path.startsWith('src/') ? 2 : 1)
      .join('/')}/`;
  return target.startsWith(own);
};

function breaksFloor({ path }: SourceFile, { specifier, target, kind }: Import, floor: Floor): boolean {
  if (target === null) return floor.never?.test(specifier) ?? false;
  if (sameFolder(path, target) || floor.may.test(target)) return false;
  return !(kind === 'type' && floor.mayTypes?.test(target));
}

describe('a file imports its own folder and lower floors only', () => {
  test.each(Object.entries(floors))('%s', (_name, floor) => {
    const strays = product
      .filter(({ path }) => floor.of.test(path))
      .flatMap((file) =>
        file.imports
          .filter((one) => breaksFloor(file, one, floor))
          .map(({ specifier }) => `${file.path} → ${specifier}`),
      );
    expect(strays).toEqual([]);
  });

  test('nothing imports the tests', () => {
    const strays = product.flatMap(({ path, imports }) =>
      imports.filter(({ target }) => target?.startsWith('tests/')).map(({ specifier }) => `${path} → ${specifier}`),
    );
    expect(strays).toEqual([]);
  });

  test('every import of the project names a file that exists', () => {
    const known = new Set(allPaths(['src', 'server', 'sw', 'tests', 'public']));
    const strays = code.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target !== null && /\.(tsx?|css)$/.test(target) && !known.has(target))
        .map(({ specifier }) => `${path} → ${specifier}`),
    );
    expect(strays).toEqual([]);
  });

  test('no import goes round in a circle', () => {
    expect(importCircle(code)).toBeNull();
  });
});

describe('each world has one door', () => {
  const outside = (door: RegExp, wall: RegExp) =>
    product
      .filter(({ path }) => !door.test(path))
      .filter(({ code: text }) => wall.test(text))
      .map(({ path }) => path);
  const importing = (door: RegExp, name: RegExp) =>
    product
      .filter(({ path, imports }) => !door.test(path) && imports.some(({ specifier }) => name.test(specifier)))
      .map(({ path }) => path);

  test('only src/db opens IndexedDB', () => {
    expect(importing(/^src\/(db|sync|state)\//, /^dexie$/)).toEqual([]);
    expect(outside(/^src\/db\//, /\bindexedDB\b|new Dexie\(/)).toEqual([]);
  });

  test('only src/api touches HTTP', () => {
    expect(importing(/^src\/api\//, /^wretch/)).toEqual([]);
    const strays = outside(/^src\/api\/|^server\//, /(?<![.\w])fetch\(|\bXMLHttpRequest\b|\.sendBeacon\(/);
    expect(strays.filter((path) => !path.startsWith('sw/'))).toEqual([]);
  });

  test('only sw opens the Cache Storage, beside the one function that empties it', () => {
    const strays = outside(/^sw\//, /(?<![.\w])caches\.|\b(self|window|globalThis)\.caches\b/);
    expect(strays.length, strays.join()).toBeLessThanOrEqual(1);
  });

  test('only server/db imports a database driver', () => {
    expect(
      importing(/^server\/db\//, /^(pg|postgres|@electric-sql\/pglite.*|drizzle-orm\/(node-postgres|pglite).*)$/),
    ).toEqual([]);
  });

  test('routes are thin: they read and write no table themselves', () => {
    const strays = product
      .filter(({ path }) => path.startsWith('server/routes/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ specifier, target }) => target?.startsWith('server/db/') || specifier.startsWith('drizzle-orm'))
          .map(({ specifier }) => `${path} → ${specifier}`),
      );
    expect(strays).toEqual([]);
  });

  test('only src/app knows the tree of routes: areas hold their own', () => {
    expect(outside(/^src\/(app|features)\//, /<Routes\b/)).toEqual([]);
  });
});

describe('what is dangerous does not appear', () => {
  const banned: [string, RegExp, RegExp?][] = [
    ['dangerouslySetInnerHTML and innerHTML', /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML/],
    ['SQL built from strings', /\bsql\.raw\b/],
    ['raw transactions', /['"`]\s*(begin|commit|rollback)\b/i, /^server\//],
    ['code built from strings', /\beval\(|new Function\(/],
    ['types waved through', /\bas any\b|:\s*any\b|@ts-(ignore|expect-error|nocheck)/],
  ];
  test.each(banned)('%s', (_what, pattern, where = /./) => {
    expect(
      product.filter(({ path, code: text }) => where.test(path) && pattern.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  test('rules of the linter switched off', () => {
    const mark = new RegExp(['biome', 'ignore'].join('-'));
    expect(files.filter(({ text }) => mark.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('tests left out or alone', () => {
    const mark = /\b(test|it|describe)\.(skip|only|todo|fixme)\b/;
    expect(
      code.filter(({ path, code: text }) => path.startsWith('tests/') && mark.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  test('notes of unfinished work', () => {
    const mark = new RegExp(`\\b(${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')}|${'X'.repeat(3)})\\b`);
    expect(files.filter(({ text }) => mark.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('names and sizes', () => {
  test('no drawer: a name says what is inside', () => {
    const drawers = /^(utils?|helpers?|misc|common|lib|shared|types|constants)(\.\w+)*$/;
    expect(allPaths().filter((path) => drawers.test(basename(path)))).toEqual([]);
  });

  test('no barrels', () => {
    expect(files.filter(({ path }) => /(^|\/)index\.tsx?$/.test(path)).map(({ path }) => path)).toEqual([]);
  });

  test('files and folders are in kebab-case', () => {
    const strays = allPaths(['src', 'server', 'sw', 'tests']).filter(
      (path) => !path.includes('migrations/') && !/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(basename(path)),
    );
    expect(strays).toEqual([]);
  });

  test('no file is longer than 300 lines (a test 450), but for the content of the demo market', () => {
    const most = (path: string) => (path.startsWith('tests/') ? 450 : 300);
    const long = code.filter(({ path, text }) => text.split('\n').length - 1 > most(path)).map(({ path }) => path);
    expect(long.filter((path) => !/^server\/demo/.test(path))).toEqual([]);
  });

  test('exports have names: default only where a lazy load or a tool asks for one', () => {
    const lazy = new Set(
      code.flatMap(({ imports }) => imports.filter(({ kind }) => kind === 'lazy').map(({ target }) => target)),
    );
    const strays = product
      .filter(({ code: text }) => /\bexport default\b|\bas default\b/.test(text))
      .map(({ path }) => path);
    expect(strays.filter((path) => !lazy.has(path) && !/config\.ts$/.test(path))).toEqual([]);
  });

  test('the files that carry guarantees open by saying them', () => {
    const guarded = /^(src\/(contract|domain|api|db|sync|state)|sw|server\/plugins)\//;
    const silent = product.filter(({ path, text }) => guarded.test(path) && !/^(\/\/|\/\*)/.test(text));
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});
