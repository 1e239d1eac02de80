// Event stream: server-sent events.
// Guarantees: a heartbeat at a fixed interval; a client that does not read is disconnected, so buffers stay bounded;
// the stream releases everything when it ends.
import { Readable } from 'node:stream';

/** Unread bytes at which a client is disconnected. */
const MAX_UNREAD_BYTES = 16 * 1024;

export interface EventStream {
  /** The response body. */
  body: Readable;
  send(event: string): void;
  end(): void;
}

/**
 * @param beat heartbeat interval in milliseconds
 * @param onBeat runs at each heartbeat
 */
export function openEventStream(beat: number, ended: () => void, onBeat?: () => void): EventStream {
  const body = new Readable({ read() {} });
  let isClosed = false;
  const write = (text: string) => {
    if (isClosed) return;
    body.push(text);
    if (body.readableLength > MAX_UNREAD_BYTES) body.destroy();
  };
  const beating = setInterval(() => {
    write(': \n\n');
    onBeat?.();
  }, beat);
  beating.unref();
  body.once('close', () => {
    isClosed = true;
    clearInterval(beating);
    ended();
  });
  // Headers are sent with the first byte of the body.
  write(': \n\n');
  return {
    body,
    send: (event) => write(`event: ${event}\ndata: {}\n\n`),
    end: () => {
      if (isClosed) return;
      isClosed = true;
      // A client that does not read would not read the end either.
      if (body.readableLength > 0) body.destroy();
      else body.push(null);
    },
  };
}
