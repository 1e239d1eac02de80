// A browser nobody looks into while it works. Playwright listens to everything a page does, and then each error made costs
// the stack it stands on: React's own, made while it loads, a fifth of a second on a slow phone. Here only the line and
// the processor are set.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

type Answer = Record<string, unknown>;

export interface QuietTab {
  /** A command of Chrome's devtools protocol to the page. */
  send(method: string, params?: object): Promise<Answer>;
  close(): Promise<void>;
}

export interface QuietBrowser {
  /** An empty page of a person who was never here. */
  open(): Promise<QuietTab>;
  close(): Promise<void>;
}

export function launchQuietly(executable: string, args: readonly string[]): QuietBrowser {
  const profile = mkdtempSync(join(tmpdir(), 'etal-quiet-'));
  const child: ChildProcess = spawn(
    executable,
    [...args, '--headless=new', '--remote-debugging-pipe', `--user-data-dir=${profile}`, '--no-first-run'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const [, , , commands, answers] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const gone = new Promise<never>((_, reject) => {
    child.once('exit', () => reject(new Error('The browser has ended')));
    child.once('error', reject);
  });
  gone.catch(() => {});

  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  let last = 0;
  function send(method: string, params: object = {}, sessionId?: string): Promise<Answer> {
    last += 1;
    const id = last;
    const answer = new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }));
    commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return Promise.race([answer, gone]);
  }
  let text = '';
  answers.setEncoding('utf8').on('data', (part: string) => {
    const messages = (text + part).split('\0');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message) as {
        id?: number;
        result?: Answer;
        error?: { message: string };
      };
      const asked = waiting.get(id ?? 0);
      waiting.delete(id ?? 0);
      if (error) asked?.reject(new Error(error.message));
      else asked?.resolve(result ?? {});
    }
  });

  return {
    async open() {
      const { browserContextId } = await send('Target.createBrowserContext');
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      return {
        send: (method, params) => send(method, params, sessionId as string),
        close: async () => void (await send('Target.disposeBrowserContext', { browserContextId })),
      };
    },
    async close() {
      const ended = gone.catch(() => {});
      send('Browser.close').catch(() => {});
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
