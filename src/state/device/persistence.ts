// What the browser has promised of that which is kept on this device.
import { saved } from '../page/web-storage.ts';

export type Persistence = 'granted' | 'refused' | 'unknown';
export function persistence(): Persistence {
  const said = saved.persistence.get();
  return said === 'granted' || said === 'refused' ? said : 'unknown';
}
