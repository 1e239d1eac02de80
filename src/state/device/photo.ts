// Photos: scales a camera picture to display size, as an upright JPEG without metadata.
// Guarantee: the result fits the outbox; unreadable files are rejected.

export interface Photo {
  bytes: ArrayBuffer;
  mime: string;
}

/** A part of a picture, in pixels of the upright picture. */
export interface PictureArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Largest displayed side, doubled for sharp screens; pixels. */
const LARGEST_SIDE = 1600;
/** Just below the limit of the outbox. */
const MOST_BYTES = 1_400_000;
/** Tried in order until the file is small enough. */
const qualities = [0.85, 0.75, 0.6, 0.45];

/**
 * `area`: crops the picture.
 * Rejects with 'UnreadablePhoto' if the browser cannot decode the file.
 */
export async function shrinkPhoto(file: Blob, area: PictureArea | null = null): Promise<Photo> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw Object.assign(new Error('This is no picture.'), { name: 'UnreadablePhoto' });
  });
  try {
    const { x, y, width, height } = area ?? { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
    const scale = Math.min(1, LARGEST_SIDE / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    // Transparent pixels would turn black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
    return { bytes: await lightEnough(canvas), mime: 'image/jpeg' };
  } finally {
    bitmap.close();
  }
}

async function lightEnough(canvas: HTMLCanvasElement): Promise<ArrayBuffer> {
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((drawn) => canvas.toBlob(drawn, 'image/jpeg', quality));
    if (blob && blob.size <= MOST_BYTES) return blob.arrayBuffer();
  }
  throw new Error('The photo stays too heavy.');
}
