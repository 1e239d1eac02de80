// Market-wide files to entries: market.yaml, categories.yaml, people.yaml, relay-points.yaml.

import { categoriesShape, marketShape, peopleShape, relayPointsShape, type WrittenCategory } from '../format/shapes.ts';
import { parseWithShape, type WrittenFile } from '../format/written-file.ts';
import type { FolderReading } from './folder-reading.ts';

export function readMarketFile(reading: FolderReading, file: WrittenFile): void {
  const values = parseWithShape(file, marketShape, reading.mistakes);
  if (!values) return;
  for (const [key, setting] of Object.entries(values.configuration)) {
    if (setting) reading.add('setting', key, setting, { file, base: ['configuration', key] });
  }
  values.vatRates.forEach(({ rate, name }, at) => {
    reading.add('vatRate', String(rate), { name }, { file, base: ['vatRates', at] });
  });
  for (const [type, name] of Object.entries(values.deliveryMethods)) {
    if (name !== undefined) reading.add('deliveryMethod', type, { name }, { file, base: ['deliveryMethods', type] });
  }
  for (const [type, prices] of Object.entries(values.deliveryPrices ?? {})) {
    if (!prices) continue;
    const sorted = [...prices].sort((a, b) => a.maxWeight - b.maxWeight);
    reading.add('carrierPrices', type, { prices: sorted }, { file, base: ['deliveryPrices', type] });
  }
  for (const [what, slugs] of Object.entries(values.featured ?? {})) {
    if (slugs) reading.add('featured', what, { slugs }, { file, base: ['featured', what] });
  }
}

export function readCategories(reading: FolderReading, file: WrittenFile): void {
  const values = parseWithShape(file, categoriesShape, reading.mistakes);
  const visit = (written: readonly WrittenCategory[], parent: string | null, base: readonly PropertyKey[]) => {
    written.forEach(({ slug, children, ...category }, position) => {
      const own = [...base, position];
      reading.add('category', slug, { ...category, parent, position }, { file, base: own });
      visit(children, slug, [...own, 'children']);
    });
  };
  visit((values ?? []) as WrittenCategory[], null, []);
}

export function readPeople(reading: FolderReading, file: WrittenFile): void {
  (parseWithShape(file, peopleShape, reading.mistakes) ?? []).forEach(({ email, ...person }, at) => {
    reading.add('person', email, person, { file, base: [at] });
  });
}

export function readRelayPoints(reading: FolderReading, file: WrittenFile): void {
  (parseWithShape(file, relayPointsShape, reading.mistakes) ?? []).forEach(({ id, ...point }, at) => {
    reading.add('relayPoint', id, point, { file, base: [at] });
  });
}
