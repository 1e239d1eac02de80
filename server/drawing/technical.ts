// The sheet that shows a thing with its measures.
import { shadowGradient, standing } from './still-life.ts';
import { thing } from './things.ts';

/** A portrait sheet, 810 by 1080: the thing on squared paper with the lines that measure it. */

export const technicalSize = { width: 810, height: 1080 };

const arrow = (x1: number, y1: number, x2: number, y2: number) =>
  `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#1f5a41" stroke-width="5" marker-start="url(#tip)" marker-end="url(#tip)"/>`;

const squares = [
  ...Array.from({ length: 18 }, (_, index) => `M${index * 45} 0V1080`),
  ...Array.from({ length: 24 }, (_, index) => `M0 ${index * 45}H810`),
].join('');

export function technicalSheet(recipe: string): string {
  const { width, height } = technicalSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${shadowGradient}
  
  <marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="6" markerHeight="6" orient="auto-start-reverse"><path d="M0 0l10 5-10 5z" fill="#1f5a41"/></marker></defs>
  <rect width="${width}" height="${height}" fill="#f8fbfc"/><path d="${squares}" stroke="#c9dce6" stroke-width="2"/>
  ${standing(thing(recipe), 430, 780, 560)}${arrow(150, 870, 710, 870)}${arrow(90, 235, 90, 780)}
  <path d="M150 830v80M710 830v80M50 235h80M50 780h80" stroke="#1f5a41" stroke-width="3"/>
  ${[0, 1, 2].map((row) => `<rect x="150" y="${940 + row * 32}" width="${[420, 520, 310][row]}" height="12" rx="6" fill="#9db4bd"/>`).join('')}</svg>`;
}
