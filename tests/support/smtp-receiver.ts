// A mail server for tests (the part of RFC 5321 that a sender needs): accepts mails on a port of this machine and
// stores them, with hooks before and after each acceptance.

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface Received {
  /** Its Message-ID. */
  id: string;
  /** The recipients of the envelope. */
  to: string[];
  source: string;
}

export interface SmtpReceiver {
  url: string;
  /** Every accepted mail, in order of arrival. */
  receivedMails: Received[];
  /** Open connections. */
  open(): number;
  /** Awaited when a mail is complete and its sender waits for the acceptance; 'drop': it is not accepted. */
  beforeYes: ((mail: Received) => Promise<'take' | 'drop'>) | null;
  /** Called when the acceptance has been sent. */
  afterYes: ((mail: Received) => void) | null;
  stop(): Promise<void>;
}

const idOf = (source: string) => /^Message-ID:\s*(\S+)/im.exec(source)?.[1] ?? '';

export async function startSmtpReceiver(): Promise<SmtpReceiver> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    converse(socket, receiver);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: SmtpReceiver = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    receivedMails: [],
    open: () => sockets.size,
    beforeYes: null,
    afterYes: null,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

function converse(socket: Socket, receiver: SmtpReceiver): void {
  let heard = '';
  let isData = false;
  let to: string[] = [];
  const reply = (line: string) => socket.write(`${line}\r\n`);
  const took = async (source: string) => {
    const mail = { id: idOf(source), to, source };
    to = [];
    if ((await receiver.beforeYes?.(mail)) === 'drop') {
      socket.destroy();
      return;
    }
    receiver.receivedMails.push(mail);
    socket.write('250 taken\r\n', () => receiver.afterYes?.(mail));
  };
  reply('220 receiver');
  socket.setEncoding('utf8').on('data', (chunk) => {
    heard += String(chunk);
    for (;;) {
      const end = isData ? heard.indexOf('\r\n.\r\n') : heard.indexOf('\r\n');
      if (end < 0) return;
      const shown = heard.slice(0, end);
      heard = heard.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        void took(shown.replace(/^\.\./gm, '.'));
        continue;
      }
      const verb = shown.slice(0, 4).toUpperCase();
      isData = verb === 'DATA';
      if (verb === 'RCPT') to.push(/<(.*)>/.exec(shown)?.[1] ?? '');
      if (verb === 'QUIT') socket.end('221 bye\r\n');
      else reply(isData ? '354 go on' : '250 well');
    }
  });
}
