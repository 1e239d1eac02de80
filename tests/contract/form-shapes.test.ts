// What a form looks at what is typed with, and that the browser asks for no other bound of what is sent: its bundles have none.
import { expect, test } from 'vitest';
import { formShapes } from '#contract/form-shapes.ts';
import { registry } from '#contract/registry.ts';
import { sourceFiles } from '../support/source-files.ts';

test('a form validates with the server’s own schema', () => {
  for (const [name, shape] of Object.entries(formShapes)) {
    expect(registry[name as keyof typeof formShapes].body, name).toBe(shape);
  }
});

test('bundles of page and worker contain the endpoint tables without the limits of bodies', () => {
  const reads = /registry\[[^\]]+\][^;\n]*\.(body|query|params)\b/;
  expect(reads.test('registry[name].body.safeParse(args)')).toBe(true);
  const browser = sourceFiles(['src', 'sw']).filter(({ path }) => !path.startsWith('src/contract/'));
  expect(browser.length).toBeGreaterThan(100);
  for (const { path, code } of browser) expect(reads.test(code), path).toBe(false);
});
