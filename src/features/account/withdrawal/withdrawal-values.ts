// Values of the withdrawal form, and the declaration of them.
import type { Declaration, WithdrawalChoice } from '#state/account/contract-withdrawals.ts';

export interface WithdrawalValues {
  name: string;
  /** As typed. */
  order: string;
  email: string;
  scope: 'whole' | 'some';
  /** Articles in own words. */
  words: string;
  /** By `itemKey`: units as typed; '' if not chosen. */
  units: Record<string, string>;
}

/** A name that starts with a digit would be an index to react-hook-form. */
export const itemKey = (item: string) => `i${item}`;

export const NO_ARTICLE = 'Choisissez au moins un article.';

export function startValues(number: string, choice: WithdrawalChoice | null): WithdrawalValues {
  const items = choice?.parts.flatMap((part) => part.items) ?? [];
  return {
    name: choice?.name ?? '',
    order: number,
    email: choice?.email ?? '',
    scope: 'whole',
    words: '',
    units: Object.fromEntries(items.map(({ item }) => [itemKey(item), ''])),
  };
}

/** As mails name it, too: '1165', 'n° 1165', '1 165'. Null for anything else. */
export function orderNumberOf(typed: string): number | null {
  const digits = typed.replace(/^\s*n\s*[°ºo.]?/i, '').replace(/\s/g, '');
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null;
}

/** @param orderId of the account's order; null for a guest. @returns null if no article is chosen */
export function declarationOf(
  { name, order, email, scope, words, units }: WithdrawalValues,
  orderId: number | null,
  choice: WithdrawalChoice | null,
): Declaration | null {
  const statement = { name: name.trim(), email: email.trim() };
  const isWhole = scope === 'whole';
  if (orderId === null) {
    return {
      order: null,
      body: { ...statement, order: orderNumberOf(order) ?? 0, words: isWhole ? '' : words.trim() },
    };
  }
  if (isWhole || !choice) return { order: orderId, body: { ...statement, items: null } };
  const items = choice.parts
    .flatMap((part) => part.items)
    .map(({ item }) => ({ item, quantity: Number(units[itemKey(item)]) }))
    .filter(({ quantity }) => quantity > 0);
  return items.length === 0 ? null : { order: orderId, body: { ...statement, items } };
}

/** Field of a refusal's path. */
export function fieldOfPath(path: string): 'name' | 'order' | 'email' | 'words' | 'scope' | 'root' {
  const [head = ''] = path.split('.');
  const fields = ['name', 'order', 'email', 'words'] as const;
  return fields.find((field) => field === head) ?? (head === 'items' ? 'scope' : 'root');
}
