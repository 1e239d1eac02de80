// Source rules beyond the linter and `.dependency-cruiser.js`: code allowed in one place only, dangerous code, and the
// names and first lines of files.
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './support/source-files.ts';

const files = sourceFiles();
const product = files.filter(({ path }) => /\.tsx?$/.test(path) && !path.startsWith('tests/'));

/** @param where the paths in which the code is forbidden */
const banned: [what: string, code: RegExp, where?: RegExp][] = [
  ['IndexedDB outside of src/db', /\bindexedDB\b|new Dexie\(/, /^(?!src\/db\/)/],
  [
    'HTTP outside of src/api, the session of the administration and the worker',
    /(?<![.\w])fetch\(|\bXMLHttpRequest\b|\.sendBeacon\(/,
    /^src\/(?!api\/|administration\/session\/)/,
  ],
  [
    'Cache Storage outside of the worker',
    /(?<![.\w])caches\.|\b(self|window|globalThis)\.caches\b/,
    /^src\/(?!engine\/reads\/cache-eviction\.ts)/,
  ],
  [
    'refusal acknowledged by its form instead of the person: see refusal-in-form.ts',
    /\bdismissWrite\b/,
    /^src\/features\/(?!merchant\/orders\/use-order-writes\.ts)/,
  ],
  ['routes of pages outside their areas', /<Routes\b/, /^src\/(?!app\/|features\/)/],
  ['HTML from strings', /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML/],
  ['SQL from strings', /\bsql\.raw\b/],
  ['mail links from strings: see mail-link.ts', /mailto:\$\{/, /^src\/(?!domain\/text\/mail-link\.ts)/],
  [
    'messages of other windows, which may be of another site',
    /\b(window|globalThis|self)\.(addEventListener\(\s*'message'|onmessage)|(?<![.\w])addEventListener\(\s*'message'|\b(opener|parent|top)\??\.postMessage/,
    /^src\//,
  ],
  ['private keys', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  [
    'index in an order that no list asks for: `desc()` of a query puts nulls first, that of an index last',
    /\.desc\(\)(?!\.nullsFirst\(\))/,
    /^server\/db\/schema\//,
  ],
  ['transactions by hand', /['"`]\s*(begin|commit|rollback)\b/i, /^server\//],
  ['code from strings', /\beval\(|new Function\(/],
  ['group of fields without its legend', /<fieldset\b(?:[^>]|=>)*>\s*(?!\s*<legend\b)/],
  ['aria-checked, which a native checkbox sets itself', /\baria-checked=/],
  ['combobox of type search, which HTML forbids', /type="search"(?:(?!\/>)[\s\S])*role="combobox"/],
  [
    'unreachable server detected by hand: see call-failure.ts',
    /=== 'offline' \|\| [^;\n]*=== 'timeout'|\['offline', 'timeout'/,
    /^(src|sw)\/(?!domain\/call-failure\.ts)/,
  ],
  [
    'amount read or written by hand: see money.ts',
    /\.stringValue\b|Math\.round\([^()]*\* 100\)|\.replace\(\/,00/,
    /^(src|server)\/(?!domain\/money\.ts|market\/format\/shape-parts\.ts)/,
  ],
  ['escape in a quoted JSX attribute, which would be shown as typed', /\s[a-zA-Z-]+="[^"{\n]*\\u[0-9a-f]{4}/, /\.tsx$/],
  // A new value resets the form, and react-hook-form drops a submit without a word if a reset meets its validation.
  ['form with `values` from a prop', /\buseForm(?:<[^(]*>)?\(\{[^;]*?\b(?:values|resetOptions):/],
  ['unchecked types', /\bas any\b|:\s*any\b|@ts-(ignore|expect-error|nocheck)/],
];

test.each(banned)('no %s', (_what, code, where = /./) => {
  const strays = product.filter((file) => where.test(file.path) && code.test(file.code));
  expect(strays.map(({ path }) => path)).toEqual([]);
});

test('every field for euros shows how its value is read', () => {
  const strays = product.filter(({ path, code }) => /unit=["'{]*€/.test(code) && !path.endsWith('/amount-field.tsx'));
  expect(strays.map(({ path }) => path)).toEqual([]);
  expect(product.filter(({ code }) => code.includes('<AmountField')).length).toBeGreaterThan(6);
});

test('no test is skipped or focused', () => {
  const mark = /\b(test|it|describe)\.(skip|only|todo|fixme)\b/;
  expect(
    files.filter(({ path, code }) => path.startsWith('tests/') && mark.test(code)).map(({ path }) => path),
  ).toEqual([]);
});

test('no test has a timeout of a second: `eventually` and `expect.poll` allow for a slow machine', () => {
  const brief = /\bvi\.wait(For|Until)\(/;
  const strays = files.filter(({ path, code }) => path.startsWith('tests/') && brief.test(code));
  expect(strays.map(({ path }) => path)).toEqual(['tests/support/eventually.ts']);
});

test.each([
  ['rules of the linter switched off', ['biome', 'ignore'].join('-')],
  ['notes of unfinished work', `\\b(${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')}|${'X'.repeat(3)})\\b`],
])('no %s', (_what, mark) => {
  const pattern = new RegExp(mark);
  expect(files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
});

test('every file starts with its purpose', () => {
  const silent = product.filter(({ text }) => !/^(\/\/|\/\*)/.test(text));
  expect(silent.map(({ path }) => path)).toEqual([]);
});

test('no file or folder has a catch-all name', () => {
  const drawer = /(^|\/)(index|utils?|helpers?|misc|common|lib|shared|types|constants)(\.\w+)*(\/|$)/;
  expect(files.filter(({ path }) => drawer.test(path)).map(({ path }) => path)).toEqual([]);
});

test('default exports exist only for lazy loading and tools', () => {
  const lazy = files.flatMap(({ code }) =>
    [...code.matchAll(/\bimport\(\s*'[^']*\/([\w-]+\.tsx?)'/g)].map(([, name]) => name),
  );
  const strays = product.filter(
    ({ path, code }) =>
      /\bexport default\b|\bas default\b/.test(code) &&
      !/config\.ts$/.test(path) &&
      !lazy.some((name) => path.endsWith(`/${name}`)),
  );
  expect(strays.map(({ path }) => path)).toEqual([]);
});

test('a referenced class is in its stylesheet', () => {
  const sheets = new Map(files.filter(({ path }) => path.endsWith('.css')).map(({ path, code }) => [path, code]));
  const strays = product.flatMap(({ path, code }) =>
    [...code.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)].flatMap(([, name, address = '']) => {
      const sheet = sheets.get(posix.join(posix.dirname(path), address)) ?? '';
      const used = [...code.matchAll(new RegExp(String.raw`(?<![\w'/-])${name}\.(\w+)`, 'g'))];
      return used.flatMap(([, used = '']) =>
        new RegExp(String.raw`\.${used}\b`).test(sheet) ? [] : `${path}: ${used}`,
      );
    }),
  );
  expect(strays).toEqual([]);
});

test('an endless animation changes only the opacity: anything else is laid out or painted again for each frame', () => {
  const strays = files
    .filter(({ path }) => path.endsWith('.css'))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/animation:\s*([\w-]+)[^;]*\binfinite\b/g)].flatMap(([, name]) => {
        const [, frames = ''] = code.match(new RegExp(String.raw`@keyframes ${name} \{((?:[^{}]*\{[^}]*\})*)`)) ?? [];
        const changed = [...frames.matchAll(/([\w-]+)\s*:/g)].map(([, property]) => property);
        return changed.length > 0 && changed.every((property) => property === 'opacity') ? [] : `${path}: ${name}`;
      }),
    );
  expect(strays).toEqual([]);
});
