import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { onSignals, SAME_WISH } from '#server/process/signals.ts';

function listening() {
  const heard: string[] = [];
  const from = new EventEmitter();
  let now = 5_000;
  const wishes = {
    first: (signal: string) => heard.push(`first ${signal}`),
    second: (signal: string) => heard.push(`second ${signal}`),
  };
  onSignals(wishes, from, () => now);
  const at = (ms: number, signal: string) => {
    now = 5_000 + ms;
    from.emit(signal);
  };
  return { heard, at };
}

test('one Ctrl-C that arrives twice, from the terminal and from npm, is heard once', () => {
  const { heard, at } = listening();
  at(0, 'SIGINT');
  at(3, 'SIGINT');
  at(SAME_WISH, 'SIGTERM');
  expect(heard).toEqual(['first SIGINT']);
});

test('whoever asks again later is heard again, whatever signal it is', () => {
  const { heard, at } = listening();
  at(0, 'SIGTERM');
  at(SAME_WISH + 1, 'SIGINT');
  expect(heard).toEqual(['first SIGTERM', 'second SIGINT']);
});
