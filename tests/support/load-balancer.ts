// A load balancer in front of several servers: one request after the other to each server that is ready, as a proxy in
// front of a market does. Requests of a path may be given to one of them.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoadBalancer {
  url: string;
  add(server: string): void;
  /** Running requests of the server go on. */
  remove(server: string): void;
  /** All requests whose path begins with this go to one server; null: to any. */
  route(prefix: string, server: string | null): void;
  /** 'status method path' of answers from 400 on. */
  failures: string[];
  /** Paths that a server has answered. */
  answered(server: string): Set<string>;
  stop(): Promise<void>;
}

export async function startLoadBalancer(): Promise<LoadBalancer> {
  const servers: string[] = [];
  const routes = new Map<string, string>();
  const failures: string[] = [];
  const answered = new Map<string, Set<string>>();
  let turn = 0;

  function forward(request: IncomingMessage, response: ServerResponse): void {
    const { url = '/', method = 'GET', headers } = request;
    const fixed = [...routes].find(([prefix]) => url.startsWith(prefix))?.[1];
    turn += 1;
    const target = fixed ?? servers[turn % servers.length] ?? '';
    const end = (status: number) => {
      if (status >= 400) failures.push(`${status} ${method} ${url}`);
      answered.set(target, (answered.get(target) ?? new Set()).add(url));
    };
    const passed = send(`${target}${url}`, { method, headers }, (answer) => {
      end(answer.statusCode ?? 0);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => {
      end(502);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  }

  const server = createServer(forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    add: (one) => void servers.push(one),
    remove: (one) => void servers.splice(servers.indexOf(one), 1),
    route: (prefix, one) => {
      if (one === null) routes.delete(prefix);
      else routes.set(prefix, one);
    },
    failures,
    answered: (one) => answered.get(one) ?? new Set(),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
