// What a tablet's camera sees: a code held before it, as a film that Chromium plays instead of the room.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import encodeQR from 'qr';

const WIDTH = 640;
const HEIGHT = 480;
/** Brightness of the room, of paper, and of ink; colourless. */
const [ROOM, PAPER, INK, NO_COLOUR] = [150, 235, 16, 128];
/** Pixels of one square of the code. */
const SQUARE = 5;

/** Holds the code of this text before the camera; an empty text is an empty room. */
export async function film(path: string, text: string): Promise<void> {
  const light = Buffer.alloc(WIDTH * HEIGHT, ROOM);
  const rows = text === '' ? [] : encodeQR(text, 'raw', { border: 4 });
  const side = rows.length * SQUARE;
  const [left, top] = [(WIDTH - side) >> 1, (HEIGHT - side) >> 1];
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const isDark = rows[Math.floor(y / SQUARE)]?.[Math.floor(x / SQUARE)];
      light[(top + y) * WIDTH + left + x] = isDark ? INK : PAPER;
    }
  }
  const colour = Buffer.alloc((WIDTH * HEIGHT) >> 1, NO_COLOUR);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.concat([head, frame, frame]));
}
