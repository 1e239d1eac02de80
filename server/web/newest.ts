// Holds the newest entries of a map, up to a number. Guarantee: it holds no more than it may, and what was asked for last
// goes last.
export class Newest<V> {
  private readonly held = new Map<string, V>();

  constructor(private readonly most: number) {}

  get(key: string): V | undefined {
    const value = this.held.get(key);
    // A Map remembers the order in which its entries came.
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.held.delete(key);
    this.held.set(key, value);
    const [oldest] = this.held.keys();
    if (this.held.size > this.most && oldest !== undefined) this.held.delete(oldest);
  }

  delete(key: string): void {
    this.held.delete(key);
  }
}
