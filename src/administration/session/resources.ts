// Resources: the lists of the administration, and the calls behind them.
import type { AdministrationCall } from '#contract/administration/administration-registry.ts';

interface Resource {
  list: AdministrationCall;
  /** Reads one record; absent if its list shows all of it. */
  one?: AdministrationCall;
  /** Writes of a resource with forms; the others have actions with reasons, called by their pages. */
  create?: AdministrationCall;
  save?: AdministrationCall;
  remove?: AdministrationCall;
  /** Field that names a record. */
  key: string;
  /** Query parameter that names it; by default its `:id`. */
  asked?: string;
}

export const resources = {
  notices: { list: 'administration.notices', one: 'administration.notice', key: 'number' },
  decisions: { list: 'administration.decisions', one: 'administration.decision', key: 'number' },
  contents: { list: 'administration.contents', one: 'administration.content', key: 'subject', asked: 'subject' },
  accounts: { list: 'administration.accounts', one: 'administration.account', key: 'id' },
  orders: { list: 'administration.orders', one: 'administration.order', key: 'number' },
  stores: { list: 'administration.stores', one: 'administration.store', key: 'id' },
  figures: { list: 'administration.figures', key: 'from' },
  mails: { list: 'administration.mails', key: 'number' },
  jobs: { list: 'administration.jobs', key: 'name' },
  actions: { list: 'administration.actions', key: 'number' },
  pages: {
    ...{ list: 'administration.pages', one: 'administration.page', key: 'id' },
    ...{ create: 'administration.createPage', save: 'administration.savePage', remove: 'administration.deletePage' },
  },
  events: {
    ...{ list: 'administration.events', one: 'administration.event', key: 'id' },
    ...{ create: 'administration.createEvent', save: 'administration.saveEvent', remove: 'administration.deleteEvent' },
  },
  relayPoints: {
    ...{ list: 'administration.relayPoints', one: 'administration.relayPoint', key: 'id' },
    ...{ create: 'administration.createRelayPoint', save: 'administration.saveRelayPoint' },
    remove: 'administration.deleteRelayPoint',
  },
  categories: {
    ...{ list: 'administration.categories', one: 'administration.category', key: 'id' },
    ...{ create: 'administration.createCategory', save: 'administration.saveCategory' },
    remove: 'administration.deleteCategory',
  },
  vatRates: {
    ...{ list: 'administration.vatRates', one: 'administration.vatRate', key: 'id' },
    ...{ create: 'administration.createVatRate', save: 'administration.saveVatRate' },
    remove: 'administration.deleteVatRate',
  },
  deliveries: {
    ...{ list: 'administration.deliveries', one: 'administration.delivery', key: 'id' },
    save: 'administration.saveDelivery',
  },
  featured: {
    ...{ list: 'administration.featuredLists', one: 'administration.featured', key: 'id' },
    save: 'administration.saveFeatured',
  },
  terms: {
    ...{ list: 'administration.termsVersions', one: 'administration.terms', key: 'id' },
    create: 'administration.createTerms',
  },
  settings: {
    ...{ list: 'administration.settings', one: 'administration.setting', key: 'id' },
    save: 'administration.saveSetting',
  },
} as const satisfies Record<string, Resource>;

export type ResourceName = keyof typeof resources;
export const isResource = (name: string): name is ResourceName => Object.hasOwn(resources, name);
