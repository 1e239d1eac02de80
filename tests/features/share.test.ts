// Sharing a page: the device's sheet with the picture if it takes files, else the copied address.
import { afterEach, expect, test, vi } from 'vitest';
import { share } from '#features/shop/actions/share.ts';

const shared = { title: 'Tomme', url: 'https://etal.test/produit/tomme' };
const picture = async () => new File(['x'], 'Tomme.jpg', { type: 'image/jpeg' });
const noPicture = async () => null;

afterEach(() => vi.unstubAllGlobals());

test('gives title, address and picture to the device’s sheet', async () => {
  const given = vi.fn(async (_data: ShareData) => {});
  vi.stubGlobal('navigator', { share: given, canShare: () => true });
  expect(await share(shared, picture)).toBe('shared');
  const [data] = given.mock.calls[0] ?? [];
  expect(data).toMatchObject({ title: 'Tomme', url: shared.url });
  expect(data?.files?.[0]?.name).toBe('Tomme.jpg');
});

test.each([
  ['files are refused', () => false, picture],
  ['the picture cannot be had', () => true, noPicture],
])('goes without the picture if %s', async (_why, canShare, given) => {
  const sheet = vi.fn(async (_data: ShareData) => {});
  vi.stubGlobal('navigator', { share: sheet, canShare });
  expect(await share(shared, given)).toBe('shared');
  expect(sheet).toHaveBeenCalledWith(shared);
});

test('a closed sheet copies nothing; without a sheet, or if it fails, the address is copied', async () => {
  const writeText = vi.fn(async (_text: string) => {});
  const refuse = (name: string) => () => Promise.reject(new DOMException('', name));
  vi.stubGlobal('navigator', { share: refuse('AbortError'), clipboard: { writeText } });
  expect(await share(shared, noPicture)).toBe('cancelled');
  expect(writeText).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { share: refuse('NotAllowedError'), clipboard: { writeText } });
  expect(await share(shared, noPicture)).toBe('copied');
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await share(shared, noPicture)).toBe('copied');
  expect(writeText).toHaveBeenCalledWith(shared.url);
  vi.stubGlobal('navigator', {});
  expect(await share(shared, noPicture)).toBe('failed');
});
