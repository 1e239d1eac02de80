// Generates photos for tests.
import sharp from 'sharp';

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;

/** A photo of `side` by two thirds of it; small ones have random noise, so that no two have the same bytes. */
export async function photo(
  options: { side?: number; format?: 'jpeg' | 'png' | 'webp'; colour?: string; exif?: boolean } = {},
): Promise<Buffer> {
  const { side = 90, format = 'jpeg', colour = '#7a5230', exif = false } = options;
  const picture = sharp({
    create: {
      width: side,
      height: Math.round((side * 2) / 3),
      channels: 3,
      background: colour,
      ...(side <= 300 && { noise }),
    },
  });
  const withWords = exif
    ? picture.withExif({ IFD0: { Artist: 'Le photographe' }, IFD3: { GPSLatitude: '49/1 12/1 0/1' } })
    : picture;
  return withWords.toFormat(format).toBuffer();
}
