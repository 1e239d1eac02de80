// A CacheStorage in memory: Node has none. It matches by address, which is all the worker asks of it.

const addressOf = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : String(request), 'https://etal.test').href;

export class MemoryCache {
  /** By whole address, oldest first. */
  readonly entries = new Map<string, Response>();
  full = false;

  async match(request: RequestInfo | URL): Promise<Response | undefined> {
    return this.entries.get(addressOf(request))?.clone();
  }

  async put(request: RequestInfo | URL, response: Response): Promise<void> {
    if (this.full) throw new DOMException('No room', 'QuotaExceededError');
    this.entries.set(addressOf(request), response);
  }

  async delete(request: RequestInfo | URL): Promise<boolean> {
    return this.entries.delete(addressOf(request));
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
