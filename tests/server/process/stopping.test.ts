// How a server stops serving: requests under way are answered whole, pages included, and one that never ends is cut off.
import { once } from 'node:events';
import { Agent, type ClientRequest, request } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stopServing } from '#server/process/stopping.ts';
import { FirstViewReader } from '#server/web/first-view.ts';
import { makeStore } from '../../support/builders.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let url: string;
const agent = new Agent({ keepAlive: true });
beforeEach(async () => {
  market = await startTestMarket({ pages: true });
  url = await market.listen();
});
afterEach(() => market.close());

async function answerTo(asked: ClientRequest) {
  const [answer] = await once(asked, 'response');
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  return { status: answer.statusCode, connection: answer.headers.connection, text };
}

test('pages under way are answered whole, on connections that end with them', async () => {
  await makeStore(market.db, { slug: 'fromagerie', name: 'Fromagerie du Châtel' });
  const { askFor } = FirstViewReader.prototype;
  let waiting = 0;
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  vi.spyOn(FirstViewReader.prototype, 'askFor').mockImplementation(async function (this: FirstViewReader, view) {
    waiting += 1;
    await gate;
    return askFor.call(this, view);
  });
  const answers = ['/boutiques', '/boutique/fromagerie'].map((path) =>
    answerTo(request(`${url}${path}`, { agent }).end()),
  );
  await expect.poll(() => waiting).toBe(answers.length);
  const stopped = stopServing(market.app, 0);
  await expect.poll(() => market.app.server.listening).toBe(false);
  letGo();
  for (const { status, connection, text } of await Promise.all(answers)) {
    expect({ status, connection }).toEqual({ status: 200, connection: 'close' });
    expect(text).toMatch(/Fromagerie du Châtel[\s\S]*<\/html>/);
  }
  await stopped;
});

/** Of which the server has read the head, and waits for the rest. */
async function halfSent(): Promise<ClientRequest> {
  const headers = { expect: '100-continue', 'content-length': 2, 'content-type': 'application/json' };
  const half = request(`${url}/api/users`, { method: 'POST', headers });
  half.flushHeaders();
  await once(half, 'continue');
  return half;
}

test('a connection without a request is closed, while a request that still arrives is waited for and answered', async () => {
  const idle = request(`${url}/api/categories`, { agent }).end();
  expect(await answerTo(idle)).toMatchObject({ status: 200, connection: 'keep-alive' });
  const half = await halfSent();
  const closed = once(idle.socket as Socket, 'close');
  const stopped = stopServing(market.app, 0);
  await closed;
  await expect(fetch(`${url}/api/health`)).rejects.toThrow();
  half.end('{}');
  expect(await answerTo(half)).toMatchObject({ status: 422, connection: 'close' });
  await stopped;
});

test('a request that never ends is cut off', async () => {
  const half = await halfSent();
  const broken = once(half, 'response');
  await stopServing(market.app, 0, 50);
  await expect(broken).rejects.toMatchObject({ code: 'ECONNRESET' });
});
