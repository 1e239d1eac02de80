// Names on a map: keeps those that do not cover an earlier one.

interface Placed {
  x: number;
  y: number;
}

/** @param room width and height of a name, in the unit of the points; earlier names take precedence */
export function namesApart<T extends Placed>(names: readonly T[], [width, height]: readonly [number, number]): T[] {
  const kept: T[] = [];
  for (const name of names) {
    const isCovering = ({ x, y }: T) => Math.abs(x - name.x) < width && Math.abs(y - name.y) < height;
    if (!kept.some(isCovering)) kept.push(name);
  }
  return kept;
}
