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
  const said = () => (stream.body.read() as string | null) ?? '';
  return { stream, said, ended };
}

test('it says at once that it is there, then what is told, and a sign of life at each beat', () => {
  const { stream, said } = opened();
  expect(said()).toBe(': \n\n');
  stream.tell('orders');
  expect(said()).toBe('event: orders\ndata: {}\n\n');
  expect(said()).toBe('');
  vi.advanceTimersByTime(2 * BEAT);
  expect(said()).toBe(': \n\n: \n\n');
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

test('ended, it ends once for who reads, and says nothing more', async () => {
  const { stream, said, ended } = opened();
  said();
  stream.end();
  stream.end();
  stream.tell('orders');
  expect(said()).toBe('');
  await once(stream.body, 'close');
  expect(ended).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10 * BEAT);
  expect(vi.getTimerCount()).toBe(0);
});

test('who does not read is dropped, and nothing of it is left', async () => {
  const { stream, ended } = opened();
  for (let told = 0; told < 1000 && !stream.body.destroyed; told++) stream.tell('orders');
  expect(stream.body.destroyed).toBe(true);
  await once(stream.body, 'close');
  expect(ended).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
  stream.tell('orders');
  stream.end();
});
