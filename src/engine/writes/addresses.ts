// Where the screens are that the outbox names.
import { lineAnchor } from '#domain/orders/cart.ts';
import { paths } from '#paths';
import type { Place } from '#sync/commands/record.ts';

/** The address of a place that the outbox names by its screen. */
export function addressOf(place: Place | null, lineKey?: string | null): string | null {
  if (place === null) return null;
  const params = 'params' in place ? Object.entries<string>(place.params) : [];
  const path = params.reduce<string>(
    (pattern, [name, value]) => pattern.replace(`:${name}`, value),
    paths[place.screen],
  );
  if ('part' in place) return `${path}#${place.part}`;
  return place.screen === 'cart' && lineKey ? `${path}#${encodeURIComponent(lineAnchor(lineKey))}` : path;
}
