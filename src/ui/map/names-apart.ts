// Names on a map: keeps those that do not cover an earlier one.

/** `x` is the middle of the name. */
interface PlacedName {
  name: string;
  x: number;
  y: number;
}

/** @param room width and height of a letter, in the unit of the points; earlier names take precedence */
export function namesApart<T extends PlacedName>(towns: readonly T[], [width, height]: readonly [number, number]): T[] {
  const kept: T[] = [];
  for (const town of towns) {
    const isCovering = ({ name, x, y }: T) =>
      Math.abs(x - town.x) < (width * (name.length + town.name.length)) / 2 && Math.abs(y - town.y) < height;
    if (!kept.some(isCovering)) kept.push(town);
  }
  return kept;
}
