// Command socket: runs operator commands in the server that has the embedded database open, which one process can open.
// Guarantees: it is reachable for the owner of DATA_DIR only; one command runs at a time; a password is sent only when
// the command asks for it.
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import pLimit from 'p-limit';

/** What the operator's terminal sends: the command first, then a password for each question. */
type Sent = { args: readonly string[]; folder: string } | { password: string };
/** What the server answers: lines to print, a question, the end. */
type Answered = { print: string } | { ask: 'password' } | { done: true } | { failed: string };

export interface CommandTerminal {
  /** Paths of the command are relative to this folder. */
  folder: string;
  print(text: string): void;
  askPassword(): Promise<string>;
}

type RunCommand = (args: readonly string[], terminal: CommandTerminal) => Promise<void>;

const NAME = 'market.sock';
/** Limit of the system, with its end mark. */
const MAX_PATH_BYTES = 103;
const socketPath = (dataDir: string) => join(dataDir, NAME);
const isTooLong = (path: string) => Buffer.byteLength(path) > MAX_PATH_BYTES;

const send = (socket: Socket, message: Sent | Answered) => socket.write(`${JSON.stringify(message)}\n`);

function messagesOf(socket: Socket): Interface {
  const messages = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
  socket.once('close', () => messages.close());
  return messages;
}

/**
 * @param run fails with a sentence for the operator
 * @returns the function that stops listening and waits for the running command; null if the path is too long
 */
export async function listenForCommands(dataDir: string, run: RunCommand): Promise<(() => Promise<void>) | null> {
  const path = socketPath(dataDir);
  if (isTooLong(path)) return null;
  const limit = pLimit(1);
  const running = new Set<Promise<void>>();
  /** Terminals that have to send something. */
  const asked = new Set<Socket>();
  const server = createServer((socket) => {
    const answered = answerTerminal(socket, asked, (args, terminal) => limit(run, args, terminal)).finally(() =>
      running.delete(answered),
    );
    running.add(answered);
  });
  // Left by a killed process: the folder's lock is this process's.
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  chmodSync(path, 0o600);
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of asked) socket.destroy();
    await Promise.allSettled(running);
    await closed;
  };
}

async function answerTerminal(socket: Socket, asked: Set<Socket>, run: RunCommand): Promise<void> {
  const messages = messagesOf(socket);
  const lines = messages[Symbol.asyncIterator]();
  const next = async (): Promise<Sent> => {
    asked.add(socket);
    const { value, done } = await lines.next();
    asked.delete(socket);
    if (done) throw new Error('The terminal is closed.');
    return JSON.parse(value) as Sent;
  };
  // A terminal that was closed does not end its command.
  socket.on('error', () => {});
  try {
    const command = await next();
    if (!('args' in command)) throw new Error('A command was expected.');
    await run(command.args, {
      folder: command.folder,
      print: (print) => send(socket, { print }),
      async askPassword() {
        send(socket, { ask: 'password' });
        const answer = await next();
        if (!('password' in answer)) throw new Error('A password was expected.');
        return answer.password;
      },
    });
    send(socket, { done: true });
  } catch (error) {
    send(socket, { failed: error instanceof Error ? error.message : String(error) });
  } finally {
    socket.destroySoon();
  }
}

/** The command failed in the server, for the reason in the message. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
}

/** @returns false if no server listens on this folder */
export async function runInServer(
  dataDir: string,
  args: readonly string[],
  terminal: CommandTerminal,
): Promise<boolean> {
  const socket = await connectTo(socketPath(dataDir));
  if (!socket) return false;
  send(socket, { args, folder: terminal.folder });
  try {
    for await (const line of messagesOf(socket)) {
      const message = JSON.parse(line) as Answered;
      if ('print' in message) terminal.print(message.print);
      else if ('ask' in message) send(socket, { password: await terminal.askPassword() });
      else if ('failed' in message) throw new CommandFailed(message.failed);
      else return true;
    }
  } finally {
    socket.destroy();
  }
  throw new CommandFailed(
    'Le serveur s’est arrêté pendant la commande\u00a0: vérifiez ce qu’elle a fait, puis relancez-la.',
  );
}

/** Null if nothing listens there. */
async function connectTo(path: string): Promise<Socket | null> {
  if (isTooLong(path)) return null;
  const socket = connect(path);
  try {
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return socket;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null;
    if (code === 'EACCES')
      throw new CommandFailed(
        'Ces données (DATA_DIR) sont à un autre utilisateur\u00a0: lancez la commande sous son nom, comme le fait deploy/market.',
      );
    throw error;
  }
}
