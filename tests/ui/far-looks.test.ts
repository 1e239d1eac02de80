// Rules that look into what an element holds (`:has`). A browser puts them all together: whenever one of their elements changes,
// everything in it is styled anew that any of them may be about. One that is about everything, or that looks from the root,
// costs each change of a page a restyling of all of it, on a slow phone half a second a visit.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Of the rules on a screen: what is printed is looked at once. */
const onScreen = (css: string) =>
  css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/@media print \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');

/** A list of selectors at its commas, but for those within brackets. */
function partsOf(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of list) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

const limitMs = (selector: string) => selector.replaceAll(/\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '');

function looking(css: string): string[] {
  const lists = [...onScreen(css).matchAll(/([^{};]+)\{/g)].map(([, list = '']) => list);
  return lists.flatMap(partsOf).filter((selector) => selector.includes(':has('));
}

/** What stands after the last look, when it is about something further in or further on. */
const aboutOf = (selector: string) =>
  limitMs(selector.slice(selector.lastIndexOf(':has')))
    .split(/[\s>+~]+/)
    .slice(1);

const isAboutEverything = (selector: string) => aboutOf(selector).some((part) => !/[.#[]|^[a-z]/.test(part));
const looksFromTheRoot = (selector: string) =>
  /^(:root|html|:global\((html|body)\)|body)(?![\w-])/.test(selector) && aboutOf(selector).length > 0;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => `src/${file}`);
const selectors = files.flatMap((file) =>
  looking(readFileSync(file, 'utf8')).map((selector) => ({ file, selector: selector.replaceAll(/\s+/g, ' ') })),
);

describe('a rule with :has()', () => {
  test('is found', () => {
    expect(selectors.length).toBeGreaterThan(30);
    expect(looking('.a:has(> .b, .c) .d, .e { }')).toEqual(['.a:has(> .b, .c) .d']);
    expect(looking('@media print { .a:has(.b) * { color: red; } }')).toEqual([]);
  });

  test('is about something that has a name', () => {
    expect(['.a:has(.b) > :not(button)', '.a:has(.b) *'].filter(isAboutEverything)).toHaveLength(2);
    expect(['.a:has(.b)', '.a:has(.b) .c', '.a:has(.b)::before', '.a:has(~ .b) svg'].filter(isAboutEverything)).toEqual(
      [],
    );
    expect(selectors.filter(({ selector }) => isAboutEverything(selector))).toEqual([]);
  });

  test('never starts at the root', () => {
    expect([':root:has(.b) .c', ':global(body):not(:has(.b)) .c'].filter(looksFromTheRoot)).toHaveLength(2);
    expect(['html:has(dialog[open])', '.a:has(.b) .c'].filter(looksFromTheRoot)).toEqual([]);
    expect(selectors.filter(({ selector }) => looksFromTheRoot(selector))).toEqual([]);
  });
});
