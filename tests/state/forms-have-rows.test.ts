// Every form that saves offline is a row of the property of forms: a new one that has none fails here.
import { expect, it } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

const features = sourceFiles(['src/features']).filter(({ path }) => /\.tsx?$/.test(path));
const rows = sourceFiles(['tests/support'])
  .filter(({ path }) => /\/form-rows.*\.ts$/.test(path))
  .map(({ code }) => code)
  .join('\n');

/** They make the definition of one form out of what a page gives. */
const builders = ['storeForm', 'requestForm'];
/** Hooks take a definition, and a refusal is told in its terms. */
const others = /^(use|refused)[A-Z]/;
/** What is exported with the type of a form. */
const typed =
  /\nexport (?:const|function) (\w+)(?:(?!\nexport |\n}\n)[\s\S])*?:\s*(?:OfflineFormDefinition|StoreFormPart|RequestForm)</g;
const definitions = features
  .flatMap(({ code }) => [...code.matchAll(typed)].map(([, name]) => name ?? ''))
  .filter((name) => !others.test(name));

const names = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text);

it('finds the forms of the app', () => {
  expect(definitions).toEqual(expect.arrayContaining(['infosPart', 'newCouponForm', 'captionForm', 'quickForm']));
  expect(definitions.length).toBeGreaterThan(20);
});

it('each form has a row', () => {
  const without = definitions.filter((name) => !builders.includes(name) && !names(rows, name));
  expect(without).toEqual([]);
});

it('each form that is drawn is made of such a definition', () => {
  const drawn = features.filter(({ code }) => /\buse(Offline|Store|Request)Form(<[^(]*>)?\(/.test(code));
  expect(drawn.length).toBeGreaterThan(15);
  const strays = drawn.filter(({ code }) => !definitions.some((name) => names(code, name)));
  expect(strays.map(({ path }) => path)).toEqual([]);
});

it('nothing else makes a form that saves offline', () => {
  const strays = features.filter(({ code }) => /\bnew OfflineForm\b/.test(code));
  expect(strays.map(({ path }) => path)).toEqual([]);
});
