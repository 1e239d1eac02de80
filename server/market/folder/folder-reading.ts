// Folder reading state. Guarantee: two entries with one key are a mistake that names both places.
import {
  type EntryKind,
  entryPlace,
  type Kinds,
  kindNames,
  type MarketEntries,
  type MarketEntry,
  newMarketEntries,
} from '../format/entries.ts';
import { formatPlace, type Mistake } from '../format/mistakes.ts';

export interface FolderReading {
  market: MarketEntries;
  mistakes: Mistake[];
  add<K extends EntryKind>(kind: K, key: string, values: Kinds[K], written: NonNullable<MarketEntry['written']>): void;
}

export function newFolderReading(): FolderReading {
  const market = newMarketEntries();
  const mistakes: Mistake[] = [];
  return {
    market,
    mistakes,
    add: (kind, key, values, { file: { path, lineOf }, base }) => {
      const entries = market[kind] as Map<string, MarketEntry>;
      // Without the file's values, which are not needed any more.
      const entry: MarketEntry = { kind, key, values, written: { file: { path, lineOf }, base } };
      const before = entries.get(key);
      if (!before) {
        entries.set(key, entry);
        return;
      }
      const message = `${kindNames[kind]} «\u00a0${key}\u00a0» déjà décrit(e)\u00a0: ${formatPlace(entryPlace(before))}.`;
      mistakes.push({ ...entryPlace(entry), field: '', message });
    },
  };
}
