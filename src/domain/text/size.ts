// Data sizes in French decimal units: ko, Mo.

const KILO = 1000;
const MEGA = 1000 * KILO;

/** '1 ko', '340 ko', '1,2 Mo'; at least 1 ko. */
export function formatSize(bytes: number): string {
  if (bytes < MEGA) return `${Math.max(1, Math.round(bytes / KILO))}\u00a0ko`;
  return `${`${Math.round((10 * bytes) / MEGA) / 10}`.replace('.', ',')}\u00a0Mo`;
}
