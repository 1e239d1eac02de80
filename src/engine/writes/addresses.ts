// Addresses of the screens that commands refer to.
import { lineAnchor } from '#domain/orders/cart.ts';
import { paths } from '#paths';
import type { Place } from '#sync/commands/record.ts';

/** Address of a command's screen. */
export function screenAddress(place: Place | null, lineKey?: string | null): string | null {
  if (place === null) return null;
  const params = 'params' in place ? Object.entries<string>(place.params) : [];
  const path = params.reduce<string>(
    (pattern, [name, value]) => pattern.replace(`:${name}`, value),
    paths[place.screen],
  );
  if ('part' in place) return `${path}#${place.part}`;
  return place.screen === 'cart' && lineKey ? `${path}#${encodeURIComponent(lineAnchor(lineKey))}` : path;
}
