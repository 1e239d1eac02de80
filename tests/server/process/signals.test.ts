import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { ECHO_WINDOW, onSignals } from '#server/process/signals.ts';

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

test('one Ctrl-C that arrives twice, from the terminal and from npm, counts once', () => {
  const { heard, at } = listening();
  at(0, 'SIGINT');
  at(3, 'SIGINT');
  at(ECHO_WINDOW, 'SIGTERM');
  expect(heard).toEqual(['first SIGINT']);
});

test('a later signal counts as the second, whichever it is', () => {
  const { heard, at } = listening();
  at(0, 'SIGTERM');
  at(ECHO_WINDOW + 1, 'SIGINT');
  expect(heard).toEqual(['first SIGTERM', 'second SIGINT']);
});
