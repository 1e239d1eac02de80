// Pages of one sort of address, each made once for all who ask for it within a second. Guarantees: it holds no more than it
// may; a page that is not worth caching takes no other's place; while the database is unavailable, the last page is sent again.
import { LRUCache } from 'lru-cache';
import { Refusal } from '../runtime/errors.ts';
import type { EncodedPage } from './encoded-page.ts';
import type { ViewQuery } from './renderer.ts';

/** How old the answers of a page may be when it is sent, milliseconds. */
const FRESH_FOR_MS = 1000;
/** Pages under way. */
const MOST_UNDER_WAY = 1000;

export interface Page {
  status: 200 | 404;
  etag: string;
  styleHash: string;
  scriptHash: string;
  /** Names the scripts that make it live. */
  link: string;
  encoded: EncodedPage;
}

export class PageCache {
  /** By etag. */
  readonly byContent: LRUCache<string, Page>;
  /** Queries of the last render, by address. */
  readonly queries: LRUCache<string, ViewQuery[]>;
  private readonly byAddress: LRUCache<string, Page>;
  private readonly underWay = new LRUCache<string, Promise<Page>>({ max: MOST_UNDER_WAY, ttl: FRESH_FOR_MS });

  constructor(max: number) {
    this.byContent = new LRUCache({ max });
    this.queries = new LRUCache({ max });
    this.byAddress = new LRUCache({ max, ttl: FRESH_FOR_MS, allowStale: true, noDeleteOnStaleGet: true });
  }

  has(address: string): boolean {
    return this.underWay.has(address) || this.byAddress.get(address) !== undefined;
  }

  /** @param isCacheable of what `make` returned */
  get(address: string, make: () => Promise<Page>, isCacheable = ({ status }: Page) => status === 200): Promise<Page> {
    const last = this.byAddress.get(address);
    if (last && this.byAddress.has(address)) return Promise.resolve(last);
    const underWay = this.underWay.get(address);
    if (underWay) return underWay;
    const start = performance.now();
    const page = this.makeOrLast(make, last);
    this.underWay.set(address, page);
    page
      .then(
        (made) => (isCacheable(made) ? this.byAddress.set(address, made, { start }) : this.byAddress.delete(address)),
        () => {},
      )
      .finally(() => {
        if (this.underWay.peek(address) === page) this.underWay.delete(address);
      });
    return page;
  }

  private async makeOrLast(make: () => Promise<Page>, last: Page | undefined): Promise<Page> {
    try {
      return await make();
    } catch (failure) {
      if (last && failure instanceof Refusal && failure.status === 503) return last;
      throw failure;
    }
  }
}
