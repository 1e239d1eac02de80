// What a market says of a cart, whole again: a test reads its log as if each answer had said every line.
import type { Cart, CartItem } from '#contract/carts.ts';
import type { CartChange } from '#contract/held-lines.ts';
import { withoutHeldLines } from '#server/http/held-lines.ts';

const isCart = (body: unknown): body is Cart => (body as Cart | null)?.['@type'] === 'Cart';
const isChange = (body: unknown): body is CartChange => (body as CartChange | null)?.['@type'] === 'CartChange';

/** Names stand for what a line says, so whatever was ever said tells what is meant, whoever it was said to. */
export function createWholeCarts(): (payload: string) => string {
  const known = new Map<string, CartItem>();
  return (payload) => {
    if (!payload.includes('"CartChange"') && !payload.includes('"Cart"')) return payload;
    const body: unknown = JSON.parse(payload);
    const change = isCart(body) ? withoutHeldLines('-', body) : body;
    if (!isChange(change)) return payload;
    const { lines, changed, ...cart } = change;
    const fresh = new Set(changed);
    for (const line of changed) known.set(nameOf(cart, line), line);
    const items = lines.map((name) => known.get(name));
    if (items.includes(undefined)) throw new Error(`A line was never said: ${payload.slice(0, 300)}`);
    for (const item of items) fresh.delete(item as CartItem);
    if (fresh.size > 0) throw new Error(`A line is said that the cart has not: ${payload.slice(0, 300)}`);
    return JSON.stringify({ ...cart, '@type': 'Cart', items });
  };
}

/** As the market calls a line. */
function nameOf(cart: Omit<CartChange, 'lines' | 'changed'>, line: CartItem): string {
  const alone = withoutHeldLines('-', { ...cart, '@type': 'Cart', items: [line] }) as CartChange;
  return alone.lines[0] ?? '';
}
