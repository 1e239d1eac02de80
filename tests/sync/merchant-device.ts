// A merchant on a device: their own store on the real server, and pending writes.
import type { MerchantProduct } from '#contract/merchant/own-products.ts';
import type { Cmd, Owner } from '#db/rows.ts';
import { tempIri } from '#sync/commands/temporary-ids.ts';
import { newId } from '#sync/device/ids.ts';
import type { Credentials } from '#sync/session/credentials.ts';
import { makeCategory, makeProduct, makeStore, makeUser } from '../support/builders.ts';
import type { Network } from '../support/network.ts';
import { photo } from '../support/pictures.ts';
import type { TestMarket } from '../support/test-server.ts';
import { type Device, type DeviceOptions, type Machine, openDevice } from './device.ts';

export interface Merchant {
  owner: Owner;
  token: string;
  storeId: string;
  categoryId: string;
  /** From another device of the same merchant. */
  elsewhere<T>(method: string, path: string, body?: object): Promise<T>;
  product(values?: Parameters<typeof makeProduct>[1]): Promise<MerchantProduct>;
  onServer(id: string): Promise<MerchantProduct>;
}

export async function makeMerchant(market: TestMarket): Promise<Merchant> {
  const user = await makeUser(market.db);
  const storeId = (await makeStore(market.db, { ownerId: user.id })).id;
  const categoryId = (await makeCategory(market.db)).id;
  const token = await market.login(user.email);
  const elsewhere = async <T>(method: string, path: string, body?: object) => {
    const {
      status,
      body: answer,
      text,
    } = await market.inject<T>(method, `/api${path}`, { token, ...(body && { body }) });
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`);
    return answer;
  };
  const onServer = (id: string) => elsewhere<MerchantProduct>('GET', `/products/${id}`);
  return {
    owner: `u:${user.id}`,
    token,
    storeId,
    categoryId,
    elsewhere,
    onServer,
    product: async (values) => onServer((await makeProduct(market.db, { storeId, categoryId, ...values })).id),
  };
}

export async function openMerchantDevice(
  { owner, token }: Merchant,
  machine: Machine,
  network: Network,
  options: DeviceOptions = {},
): Promise<Device> {
  const credentials: Credentials = {
    user: async () => owner,
    token: async (asked) => (asked === owner ? token : null),
    refresh: async () => 'unreachable',
  };
  const device = await openDevice(machine, network, { credentials, ...options });
  await device.db.session.put({ k: 'current', owner, token, expiresAt: Number.MAX_SAFE_INTEGER });
  return device;
}

/** The base values of these fields, as a screen knows them. */
export function baseOf(product: MerchantProduct, ...names: (keyof MerchantProduct)[]): NonNullable<Cmd['base']> {
  return { version: product.version, values: Object.fromEntries(names.map((name) => [name, product[name]])) };
}

export const bytesOf = (picture: Buffer): ArrayBuffer => Uint8Array.from(picture).buffer;

/** Queues a picture, each of another colour. */
export async function upload(device: Device, colour: string, more: { bytes?: ArrayBuffer } = {}) {
  const tempId = tempIri(newId());
  const bytes = more.bytes ?? bytesOf(await photo({ colour }));
  const args = { tempId, caption: colour, fileName: `${colour}.jpg`, mime: 'image/jpeg', size: 0, sha256: '' };
  const { id } = await device.submit({ type: 'images.upload', args, bytes });
  return { id, tempId, bytes };
}
