// What the browser has promised of that which is kept on this device.
import { deviceStorage } from '../page/web-storage.ts';

export const persistKey = 'etal.persist';

export type Persistence = 'granted' | 'refused' | 'unknown';
export function persistence(): Persistence {
  const said = deviceStorage.get(persistKey);
  return said === 'granted' || said === 'refused' ? said : 'unknown';
}
