// The look of all documents: page, letters, colours.
import { fileURLToPath } from 'node:url';

/** Letters of all European languages, unlike the fonts that every PDF reader has. */
export const FONT = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
export const BOLD = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));

export const INK = '#1f2a28';
export const QUIET = '#5a6462';
export const LINE = '#c9c4b8';
/** Points. */
export const MARGIN = 50;
/** Of a table's cells with amounts. */
export const RIGHT = { x: 'right', y: 'top' } as const;
