// Deterministic random numbers: seeded by a text, so that markets filled with the same 'now' are identical.
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return hash >>> 0;
}

export type Random = {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** Integer, bounds included. */
  between(lowest: number, highest: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True with the given probability. */
  chance(probability: number): boolean;
  shuffled<Item>(items: readonly Item[]): Item[];
};

export function randomFrom(seed: string): Random {
  let state = hashText(seed);

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  function between(lowest: number, highest: number): number {
    return lowest + Math.floor(next() * (highest - lowest + 1));
  }

  function pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('Nothing to pick from');
    return items[Math.floor(next() * items.length)] as Item;
  }

  function shuffled<Item>(items: readonly Item[]): Item[] {
    const result = [...items];
    for (let index = result.length - 1; index > 0; index -= 1) {
      const other = between(0, index);
      [result[index], result[other]] = [result[other] as Item, result[index] as Item];
    }
    return result;
  }

  return { next, between, pick, chance: (probability) => next() < probability, shuffled };
}

/** A UUID (in the form of version 4) derived from a text. */
export function uuidOf(text: string): string {
  const hex = [0, 1, 2, 3].map((part) => hashText(`${part}:${text}`).toString(16).padStart(8, '0')).join('');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
