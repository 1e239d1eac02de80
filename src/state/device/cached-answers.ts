// What this device holds of the market, asked of the service worker: for pages that were never seen, and for reads that can
// be answered from another kept answer. Guarantee: every answer is read with the contract; what does not fit it (an older
// version of the app kept it) is left out; the age of each thing is the age of the answer it came with.
import { parseAnswer } from '#api/client.ts';
import type { Category } from '#contract/catalogue/categories.ts';
import type { Event } from '#contract/catalogue/content.ts';
import type { ProductSummary } from '#contract/catalogue/products.ts';
import type { StoreSummary } from '#contract/catalogue/stores.ts';
import type { EndpointAnswer, EndpointName } from '#contract/registry.ts';
import type { Collection } from '#contract/wire/hydra.ts';
import { askWorker } from './ask-worker.ts';

export interface KeptThing<T> {
  thing: T;
  /** Milliseconds since 1970 when the server gave it. */
  seenAt: number;
  /** Its own page was opened here, too. */
  whole: boolean;
}

export interface KeptThings {
  products: KeptThing<ProductSummary>[];
  stores: KeptThing<StoreSummary>[];
  categories: KeptThing<Category>[];
  events: KeptThing<Event>[];
  /** As the contract writes them; '' when none are kept. */
  synonyms: string;
}

const patienceMs = 2000;
/** Many reads of one page ask at the same time. */
const sameForMs = 1000;

interface Told {
  name: EndpointName;
  at: number;
  answer: unknown;
  /** The page of each thing in it is here, too. */
  whole?: boolean;
}

function isTold(value: unknown): value is Told {
  return typeof value === 'object' && value !== null && 'name' in value && 'at' in value && 'answer' in value;
}

/** Empty without a worker: then nothing is kept. */
async function askWhatIsKept(): Promise<Told[]> {
  const told = await askWorker('WHAT_IS_KEPT', patienceMs);
  return Array.isArray(told) ? told.filter(isTold) : [];
}

/** Newest first, each once; a page of its own says more than a place in a list. */
class Shelf<T extends { '@id': string }> {
  private readonly byId = new Map<string, KeptThing<T>>();

  put(things: readonly T[], seenAt: number, whole = false): void {
    for (const thing of things) {
      const known = this.byId.get(thing['@id']);
      if (!known) this.byId.set(thing['@id'], { thing, seenAt, whole });
      else if (whole) known.whole = true;
    }
  }

  all(): KeptThing<T>[] {
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

export function sortOut(told: readonly Told[]): KeptThings {
  const products = new Shelf<ProductSummary>();
  const stores = new Shelf<StoreSummary>();
  const categories = new Shelf<Category>();
  const events = new Shelf<Event>();
  let synonyms: string | undefined;
  const whole = <T>(thing: T | null) => (thing ? [thing] : []);
  for (const { name, at, answer, whole: isWhole } of [...told].sort((a, b) => b.at - a.at)) {
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
      case 'configurations.synonyms':
        // The newest first.
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
  };
}

let last: { things: Promise<KeptThings>; until: number } | null = null;

export function keptThings(now = Date.now()): Promise<KeptThings> {
  if (!last || now > last.until) last = { things: askWhatIsKept().then(sortOut), until: now + sameForMs };
  return last.things;
}
