// A CacheStorage in memory: Node has none. It matches by address, and by what an answer says it varies with.

const isRequest = (request: RequestInfo | URL): request is Request => typeof request === 'object' && 'url' in request;

const addressOf = (request: RequestInfo | URL) =>
  new URL(isRequest(request) ? request.url : String(request), 'https://etal.test').href;

const headersOf = (request: RequestInfo | URL) => (isRequest(request) ? request.headers : new Headers());

export class MemoryCache {
  /** By whole address, oldest first. */
  readonly entries = new Map<string, Response>();
  /** What each was asked for with. */
  private readonly askedWith = new WeakMap<Response, Headers>();
  full = false;

  private found(request: RequestInfo | URL, { ignoreVary = false }: CacheQueryOptions = {}): Response | undefined {
    const stored = this.entries.get(addressOf(request));
    const varies = ignoreVary ? [] : (stored?.headers.get('Vary') ?? '').split(/, */).filter((name) => name !== '');
    const before = stored && this.askedWith.get(stored);
    return varies.some((name) => before && before.get(name) !== headersOf(request).get(name)) ? undefined : stored;
  }

  async match(request: RequestInfo | URL, options?: CacheQueryOptions): Promise<Response | undefined> {
    return this.found(request, options)?.clone();
  }

  async put(request: RequestInfo | URL, response: Response): Promise<void> {
    if (this.full) throw new DOMException('No room', 'QuotaExceededError');
    this.askedWith.set(response, headersOf(request));
    // As browsers do it, what is put is the newest entry, also if it was there before.
    this.entries.delete(addressOf(request));
    this.entries.set(addressOf(request), response);
  }

  async delete(request: RequestInfo | URL, options?: CacheQueryOptions): Promise<boolean> {
    return this.found(request, options) !== undefined && this.entries.delete(addressOf(request));
  }

  async keys(): Promise<Request[]> {
    return [...this.entries.keys()].map((address) => new Request(address));
  }
}

export class MemoryCacheStorage {
  readonly caches = new Map<string, MemoryCache>();
  readonly deleted: string[] = [];

  async open(name: string): Promise<MemoryCache> {
    const known = this.caches.get(name) ?? new MemoryCache();
    this.caches.set(name, known);
    return known;
  }

  async match(
    request: RequestInfo | URL,
    { cacheName = '', ...options }: MultiCacheQueryOptions = {},
  ): Promise<Response | undefined> {
    return this.caches.get(cacheName)?.match(request, options);
  }

  async keys(): Promise<string[]> {
    return [...this.caches.keys()];
  }

  async has(name: string): Promise<boolean> {
    return this.caches.has(name);
  }

  async delete(name: string): Promise<boolean> {
    this.deleted.push(name);
    for (const cache of this.caches.values()) cache.full = false;
    return this.caches.delete(name);
  }
}
