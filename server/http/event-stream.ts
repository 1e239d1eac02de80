// An answer that goes on: events for as long as someone listens. Guarantees: it says something at least every beat; who does
// not read what was said is dropped, so that nothing piles up; when it has ended, however it did, nothing of it is left.
import { Readable } from 'node:stream';

/** Bytes that may lie unread before a listener is given up. */
const UNREAD_AT_MOST = 16 * 1024;

export interface EventStream {
  /** What is sent to the listener. */
  body: Readable;
  tell(event: string): void;
  end(): void;
}

/**
 * @param beat milliseconds between two signs of life
 * @param onBeat runs at each of them
 */
export function openEventStream(beat: number, ended: () => void, onBeat?: () => void): EventStream {
  const body = new Readable({ read() {} });
  let isOver = false;
  const say = (text: string) => {
    if (isOver) return;
    body.push(text);
    if (body.readableLength > UNREAD_AT_MOST) body.destroy();
  };
  const beating = setInterval(() => {
    say(': \n\n');
    onBeat?.();
  }, beat);
  beating.unref();
  body.once('close', () => {
    isOver = true;
    clearInterval(beating);
    ended();
  });
  // The head goes out with the first of its body.
  say(': \n\n');
  return {
    body,
    tell: (event) => say(`event: ${event}\ndata: {}\n\n`),
    end: () => {
      if (isOver) return;
      isOver = true;
      // Who does not read would not read its end either.
      if (body.readableLength > 0) body.destroy();
      else body.push(null);
    },
  };
}
