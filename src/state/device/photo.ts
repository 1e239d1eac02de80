// Makes a photo of a camera as small as it is looked at, before it waits to be sent: upright, as JPEG, without what the camera
// wrote into it. Guarantee: what comes out fits what may wait; what is no picture that this browser reads is refused.

export interface Photo {
  bytes: ArrayBuffer;
  mime: string;
}

/** A part of a picture, in its own pixels, upright. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The largest side that is shown anywhere, twice over for sharp screens; pixels. */
const LARGEST_SIDE = 1600;
/** A little below what may wait. */
const MOST_BYTES = 1_400_000;
/** Tried one after the other until it is light enough. */
const qualities = [0.85, 0.75, 0.6, 0.45];

/**
 * `area`: what is kept of it; all without one.
 * Rejects with 'UnreadablePhoto' when it is no picture, or of a kind that this browser does not read.
 */
export async function photoOf(file: Blob, area: Area | null = null): Promise<Photo> {
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
    // What is see-through would become black.
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
