// Page cache for one kind of address: renders a page once for all requests within a second. Guarantee: bounded size;
// uncacheable pages evict nothing; while the database is unreachable, the last page is served.
import { LRUCache } from 'lru-cache';
import { Refusal } from '../runtime/errors.ts';
import type { EncodedPage } from './encoded-page.ts';
import type { ViewQuery } from './renderer.ts';

/** Maximum age of a page's answers, in milliseconds. */
const TTL_MS = 1000;
/** Maximum number of pages being rendered. */
const MAX_RENDERING = 1000;

export interface CachedPage {
  status: 200 | 404;
  etag: string;
  styleHash: string;
  scriptHash: string;
  /** Link header of the scripts. */
  link: string;
  encoded: EncodedPage;
}

export class PageCache {
  /** By ETag. */
  readonly byContent: LRUCache<string, CachedPage>;
  /** Queries of the last render, by address. */
  readonly queries: LRUCache<string, ViewQuery[]>;
  private readonly byAddress: LRUCache<string, CachedPage>;
  private readonly rendering = new LRUCache<string, Promise<CachedPage>>({ max: MAX_RENDERING, ttl: TTL_MS });

  constructor(max: number) {
    this.byContent = new LRUCache({ max });
    this.queries = new LRUCache({ max });
    this.byAddress = new LRUCache({ max, ttl: TTL_MS, allowStale: true, noDeleteOnStaleGet: true });
  }

  has(address: string): boolean {
    return this.rendering.has(address) || this.byAddress.get(address) !== undefined;
  }

  /** @param isCacheable decides on the result of `make` */
  get(
    address: string,
    make: () => Promise<CachedPage>,
    isCacheable = ({ status }: CachedPage) => status === 200,
  ): Promise<CachedPage> {
    const last = this.byAddress.get(address);
    if (last && this.byAddress.has(address)) return Promise.resolve(last);
    const underWay = this.rendering.get(address);
    if (underWay) return underWay;
    const start = performance.now();
    const page = this.makeOrLast(make, last);
    this.rendering.set(address, page);
    page
      .then(
        (made) => (isCacheable(made) ? this.byAddress.set(address, made, { start }) : this.byAddress.delete(address)),
        () => {},
      )
      .finally(() => {
        if (this.rendering.peek(address) === page) this.rendering.delete(address);
      });
    return page;
  }

  private async makeOrLast(make: () => Promise<CachedPage>, last: CachedPage | undefined): Promise<CachedPage> {
    try {
      return await make();
    } catch (failure) {
      if (last && failure instanceof Refusal && failure.status === 503) return last;
      throw failure;
    }
  }
}
