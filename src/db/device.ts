// Device facts: the anonymous visitor's id and the open cart of each owner.
// Guarantee: all tabs create the visitor id only once.
import type { EtalDatabase } from './database.ts';
import type { DeviceCart, Owner } from './rows.ts';

export async function visitorId(db: EtalDatabase, newId: () => string): Promise<string> {
  // Only its creation needs a lock against other tabs.
  const known = await db.device.get('visitorId');
  if (known?.k === 'visitorId') return known.value;
  return db.transaction('rw', db.device, async () => {
    const row = await db.device.get('visitorId');
    if (row?.k === 'visitorId') return row.value;
    const value = newId();
    await db.device.put({ k: 'visitorId', value });
    return value;
  });
}

export async function deviceCart(db: EtalDatabase, owner: Owner): Promise<DeviceCart | null> {
  const row = await db.device.get(`cart:${owner}`);
  return row && 'lane' in row ? row : null;
}

export async function putDeviceCart(
  db: EtalDatabase,
  owner: Owner,
  lane: string,
  serverId: string | null,
): Promise<void> {
  await db.device.put({ k: `cart:${owner}`, owner, lane, serverId });
}

export async function forgetDeviceCart(db: EtalDatabase, owner: Owner): Promise<void> {
  await db.device.delete(`cart:${owner}`);
}
