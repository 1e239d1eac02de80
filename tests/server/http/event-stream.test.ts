// An answer that goes on, looked at from its one end: what is said, when, and what is left of it afterwards.
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEventStream } from '#server/http/event-stream.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const BEAT = 1000;
function opened() {
  const ended = vi.fn();
  const stream = openEventStream(BEAT, ended);
  stream.body.setEncoding('utf8');
  const readSent = () => (stream.body.read() as string | null) ?? '';
  return { stream, readSent, ended };
}

test('it starts at once, sends events, and a comment at each heartbeat', () => {
  const { stream, readSent } = opened();
  expect(readSent()).toBe(': \n\n');
  stream.send('orders');
  expect(readSent()).toBe('event: orders\ndata: {}\n\n');
  expect(readSent()).toBe('');
  vi.advanceTimersByTime(2 * BEAT);
  expect(readSent()).toBe(': \n\n: \n\n');
  stream.end();
});

test('at each beat it is asked whether it goes on, and no more once it has ended', () => {
  const onBeat = vi.fn();
  const stream = openEventStream(BEAT, () => {}, onBeat);
  vi.advanceTimersByTime(2 * BEAT);
  expect(onBeat).toHaveBeenCalledTimes(2);
  onBeat.mockImplementation(() => stream.end());
  vi.advanceTimersByTime(BEAT);
  expect(stream.body.read()).not.toBeNull();
});

test('ended, it closes once after the last event', async () => {
  const { stream, readSent, ended } = opened();
  readSent();
  stream.end();
  stream.end();
  stream.send('orders');
  expect(readSent()).toBe('');
  await once(stream.body, 'close');
  expect(ended).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10 * BEAT);
  expect(vi.getTimerCount()).toBe(0);
});

test('a client that does not read is disconnected and released', async () => {
  const { stream, ended } = opened();
  for (let count = 0; count < 1000 && !stream.body.destroyed; count++) stream.send('orders');
  expect(stream.body.destroyed).toBe(true);
  await once(stream.body, 'close');
  expect(ended).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
  stream.send('orders');
  stream.end();
});
