// What was read of a folder so far. Guarantee: two entries of one name are a mistake that names both places.
import { type Entry, emptyMarket, type Kind, type Kinds, kindNames, type Market, placeOf } from '../format/entries.ts';
import { type Mistake, placeTold } from '../format/mistakes.ts';

export interface Reading {
  market: Market;
  mistakes: Mistake[];
  add<K extends Kind>(kind: K, key: string, values: Kinds[K], written: NonNullable<Entry['written']>): void;
}

export function newReading(): Reading {
  const market = emptyMarket();
  const mistakes: Mistake[] = [];
  return {
    market,
    mistakes,
    add: (kind, key, values, written) => {
      const entries = market[kind] as Map<string, Entry>;
      const entry: Entry = { kind, key, values, written };
      const before = entries.get(key);
      if (!before) {
        entries.set(key, entry);
        return;
      }
      const message = `${kindNames[kind]} «\u00a0${key}\u00a0» déjà décrit(e)\u00a0: ${placeTold(placeOf(before))}.`;
      mistakes.push({ ...placeOf(entry), field: '', message });
    },
  };
}
