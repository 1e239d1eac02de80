// A page without a browser: the globals needed by state (storage, events, IndexedDB in memory), and the real server
// behind a network that can be cut. Import state's modules after `openPage`, so that they use these globals.
import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import { eventually } from './eventually.ts';
import { createNetwork, type Network } from './network.ts';
import type { TestMarket } from './test-server.ts';

class MemoryStorage {
  private readonly items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }
  get length(): number {
    return this.items.size;
  }
  get text(): string {
    return [...this.items].map((pair) => pair.join('=')).join('\n');
  }
}

export interface Page {
  network: Network;
  storage: MemoryStorage;
}

export function openPage(market: TestMarket): Page {
  const network = createNetwork(market.app);
  const storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  openDocument();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', network.connect().fetch);
  return { network, storage };
}

const channels = new Set<BroadcastChannel>();

class ChannelOfPage extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    channels.add(this);
  }
  override postMessage(message: unknown): void {
    if (channels.has(this)) super.postMessage(message);
  }
}

/** As at a reload: the modules of the page before hear no event and no other tab any more. */
export function openDocument(): void {
  for (const channel of channels) channel.close();
  channels.clear();
  const events = new EventTarget();
  vi.stubGlobal('BroadcastChannel', ChannelOfPage);
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
}

/** An empty tab. @returns its session storage */
export function openTab(): Map<string, string> {
  const tab = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
    removeItem: (key: string) => tab.delete(key),
    key: (index: number) => [...tab.keys()][index] ?? null,
    get length() {
      return tab.size;
    },
  });
  return tab;
}

/** The port of the engine, connected as in the app. */
export async function enginePort(): Promise<typeof import('#state/page/engine-port.ts')> {
  (await import('#app/start-engine.ts')).registerEngine();
  return import('#state/page/engine-port.ts');
}

/** Polls until the condition is true; for tests without a clock. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  await eventually(async () => {
    if (!(await holds())) throw new Error(`Not yet: ${what}`);
  });
}
