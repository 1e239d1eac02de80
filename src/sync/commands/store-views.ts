// Store view command: counts a visit of a store's page.
import { type CommandRecord, noPlace } from './record.ts';

interface StoreVisit {
  uniqueId: string;
  type: 'store' | 'visitor';
  store: string;
}

export const countStoreVisitCommand: CommandRecord<'view.create', StoreVisit> = {
  type: 'view.create',
  endpoint: 'view.create',
  v: 1,
  upcast: {},
  aggregate: null,
  lane: () => 'telemetry',
  request: ({ uniqueId, type, store }) => ({ body: { uniqueId, type, store } }),
  staleReads: [],
  refusals: {},
  place: noPlace,
  describe: () => 'Compter une visite',
  droppable: 100,
  silent: true,
};
