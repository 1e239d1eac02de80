// Storage persistence granted by the browser.
import { localItems } from '../page/web-storage.ts';

export type Persistence = 'granted' | 'refused' | 'unknown';
export function persistenceState(): Persistence {
  const stored = localItems.persistence.get();
  return stored === 'granted' || stored === 'refused' ? stored : 'unknown';
}
