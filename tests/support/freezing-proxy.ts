// Proxy to PostgreSQL that can freeze: connections stay open and new ones are accepted, but no data passes.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FreezingProxy {
  /** The same address through the proxy. */
  url: string;
  freeze(): void;
  /** Data passes again; with `forget`, connections that were frozen stay so for ever. */
  thaw(options?: { forget: boolean }): void;
  stop(): Promise<void>;
}

export async function freezingProxy(databaseUrl: string): Promise<FreezingProxy> {
  const target = new URL(databaseUrl);
  const wires = new Set<[Socket, Socket]>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const wire: [Socket, Socket] = [near, far];
    wires.add(wire);
    for (const [from, to] of [wire, [far, near] as const]) {
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        wires.delete(wire);
      });
      from.pipe(to);
    }
    if (isFrozen) silence(wire);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze: () => {
      isFrozen = true;
      wires.forEach(silence);
    },
    thaw: ({ forget } = { forget: false }) => {
      isFrozen = false;
      if (forget) return;
      for (const [near, far] of wires) {
        near.pipe(far);
        far.pipe(near);
      }
    },
    stop: async () => {
      server.close();
      for (const wire of wires) for (const end of wire) end.destroy();
      await once(server, 'close');
    },
  };
}

function silence([near, far]: [Socket, Socket]): void {
  near.unpipe(far).pause();
  far.unpipe(near).pause();
}
