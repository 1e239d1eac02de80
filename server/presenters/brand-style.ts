// Brand style: the market's colour as CSS custom properties of both schemes.
import { brandColorsOf, type SchemeColors } from '#domain/brand-colors.ts';

const declare = ({ text, fill, press, onFill, wash }: SchemeColors) =>
  `:root{--green:${text};--green-fill:${fill};--green-press:${press};--on-green:${onFill};--green-wash:${wash}}`;

/** Outside the layers of the style sheet, whose values it replaces; '' without a colour. */
export function brandStyle(brandColor: string | null): string {
  if (brandColor === null) return '';
  const { light, dark } = brandColorsOf(brandColor);
  return `${declare(light)}@media (prefers-color-scheme:dark){${declare(dark)}}`;
}
