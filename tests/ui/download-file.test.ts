import { resolveObjectURL } from 'node:buffer';
import { afterEach, expect, test, vi } from 'vitest';
import { downloadFile } from '#ui/controls/download-file.ts';
import { eventually } from '../support/eventually.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a downloaded file has its content, and its URL is revoked afterwards', async () => {
  const link = { href: '', download: '', click: vi.fn() };
  vi.stubGlobal('document', { createElement: () => link });
  downloadFile({ fileName: 'commandes.csv', content: 'a;b', type: 'text/csv' });
  expect([link.download, link.click.mock.calls.length]).toEqual(['commandes.csv', 1]);
  expect(await resolveObjectURL(link.href)?.text()).toBe('a;b');
  await eventually(() => expect(resolveObjectURL(link.href)).toBeUndefined());
});
