import { resolveObjectURL } from 'node:buffer';
import { afterEach, expect, test, vi } from 'vitest';
import { handOver } from '#ui/controls/download-file.ts';
import { eventually } from '../support/eventually.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a file that is handed to the browser is its own, and its address ends once it was taken', async () => {
  const link = { href: '', download: '', click: vi.fn() };
  vi.stubGlobal('document', { createElement: () => link });
  handOver({ fileName: 'commandes.csv', content: 'a;b', type: 'text/csv' });
  expect([link.download, link.click.mock.calls.length]).toEqual(['commandes.csv', 1]);
  expect(await resolveObjectURL(link.href)?.text()).toBe('a;b');
  await eventually(() => expect(resolveObjectURL(link.href)).toBeUndefined());
});
