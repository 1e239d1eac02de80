// Cached items: the public data on this device, from this page's memory and the service worker's index. For pages that
// were never opened, and for fallback answers.
// Guarantee: answers are validated by the contract, and dropped if they do not match; an item is as old as its answer.
import { parseAnswer } from '#api/client.ts';
import type { Category } from '#contract/catalogue/categories.ts';
import type { Event } from '#contract/catalogue/content.ts';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import type { EndpointAnswer, EndpointName } from '#contract/registry.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { TOWNS_SETTING } from '#domain/towns.ts';
import { pageQueryClient } from '../page/page-store.ts';
import { seenAnswers } from '../page/query-client.ts';
import { askWorker } from './ask-worker.ts';

export interface CachedItem<T> {
  thing: T;
  /** Time of the server's answer, milliseconds since 1970. */
  seenAt: number;
  /** Its own page is cached, too. */
  whole: boolean;
}

export interface CachedItems {
  products: CachedItem<ProductSummary>[];
  stores: CachedItem<StoreSummary>[];
  categories: CachedItem<Category>[];
  events: CachedItem<Event>[];
  /** In the contract's text format; '' without any. */
  synonyms: string;
  /** Setting of the market's towns; '' without any. */
  towns: string;
}

const timeoutMs = 2000;
/** Shares one request between the reads of a page, milliseconds. */
const sameForMs = 1000;

interface IndexedAnswer {
  name: string;
  at: number;
  answer: unknown;
  /** The pages of its items are cached, too. */
  whole?: boolean;
}

function isIndexedAnswer(value: unknown): value is IndexedAnswer {
  return typeof value === 'object' && value !== null && 'name' in value && 'at' in value && 'answer' in value;
}

/** Empty without a worker. */
async function fetchOfflineIndex(): Promise<IndexedAnswer[]> {
  const answer = await askWorker('WHAT_IS_KEPT', timeoutMs);
  return Array.isArray(answer) ? answer.filter(isIndexedAnswer) : [];
}

/** Newest item per id; an item with its own page stays marked as whole. */
class NewestById<T extends { '@id': string }> {
  private readonly byId = new Map<string, CachedItem<T>>();

  put(things: readonly T[], seenAt: number, whole = false): void {
    for (const thing of things) {
      const known = this.byId.get(thing['@id']);
      if (!known) this.byId.set(thing['@id'], { thing, seenAt, whole });
      else if (whole) known.whole = true;
    }
  }

  all(): CachedItem<T>[] {
    return [...this.byId.values()];
  }
}

function read<N extends EndpointName>(name: N, answer: unknown): EndpointAnswer<N> | null {
  try {
    return parseAnswer(name, answer);
  } catch {
    return null;
  }
}

const members = <T>(list: Collection<T> | null) => list?.['hydra:member'] ?? [];

export function collectCachedItems(index: readonly IndexedAnswer[]): CachedItems {
  const products = new NewestById<ProductSummary>();
  const stores = new NewestById<StoreSummary>();
  const categories = new NewestById<Category>();
  const events = new NewestById<Event>();
  let synonyms: string | undefined;
  let towns: string | undefined;
  const whole = <T>(thing: T | null) => (thing ? [thing] : []);
  for (const { name, at, answer, whole: isWhole } of [...index].sort((a, b) => b.at - a.at)) {
    switch (name) {
      case 'products.bySlug':
        products.put(whole(read(name, answer)), at, true);
        break;
      case 'products.list':
      case 'categories.products':
      case 'stores.products':
        products.put(members(read(name, answer)), at, isWhole);
        break;
      case 'featuredProducts.list':
        products.put(
          members(read(name, answer)).map(({ product }) => product),
          at,
        );
        break;
      case 'stores.bySlug':
        stores.put(whole(read(name, answer)), at, true);
        break;
      case 'stores.list':
        stores.put(members(read(name, answer)), at);
        break;
      case 'categories.list':
        categories.put(members(read(name, answer)), at);
        break;
      case 'events.list':
        events.put(members(read(name, answer)), at);
        break;
      // The newest first.
      case 'configurations.list':
        towns ??= members(read(name, answer)).find(({ key }) => key === TOWNS_SETTING)?.value;
        break;
      case 'configurations.synonyms':
        synonyms ??= read(name, answer)?.value;
        break;
      default:
    }
  }
  return {
    products: products.all(),
    stores: stores.all(),
    categories: categories.all(),
    events: events.all(),
    synonyms: synonyms ?? '',
    towns: towns ?? '',
  };
}

/** A card of this page may be tapped before the worker has stored it. */
const answersOfPage = (): IndexedAnswer[] => seenAnswers(pageQueryClient);

let last: { things: Promise<CachedItems>; until: number } | null = null;

export function cachedItems(now = Date.now()): Promise<CachedItems> {
  if (!last || now > last.until)
    last = {
      things: fetchOfflineIndex().then((index) => collectCachedItems([...answersOfPage(), ...index])),
      until: now + sameForMs,
    };
  return last.things;
}
