// WebKitGTK through its own driver, which speaks the W3C WebDriver protocol: JSON over HTTP, of which five calls are enough.
// Its session is ephemeral, as a private window is: what is kept lasts as long as the browser.
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { engines, findEngine } from '../support/engines.ts';
import { tiedCommand } from '../support/tied-process.ts';

export interface WebKitBrowser {
  goto(address: string): Promise<void>;
  /** Runs the body of a function in the page. */
  run<T>(script: string): Promise<T>;
  /** Text of what is shown. */
  text(selector?: string): Promise<string>;
  /** Clicks the first element of the selector whose text contains the words; false when there is none. */
  click(selector: string, words: string): Promise<boolean>;
  close(): Promise<void>;
}

export async function openWebKit(): Promise<WebKitBrowser> {
  const [driver = '', xvfb = '', binary = ''] = findEngine(engines.webkit);
  const { display, child: screen } = await startScreen(xvfb);
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
  const service = spawn(...tiedCommand(driver, [`--port=${port}`]), { stdio: 'ignore', env });
  const root = `http://127.0.0.1:${port}`;
  const ready = () => call(root, 'GET', '/status').then((status) => (status as { ready: boolean }).ready);
  await until(() => ready().catch(() => false));
  const options = { binary, args: ['--automation'] };
  const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
  const opened = (await call(root, 'POST', '/session', { capabilities: { alwaysMatch } })) as { sessionId: string };
  const session = `${root}/session/${opened.sessionId}`;
  const run = async <T>(script: string) => (await call(session, 'POST', '/execute/sync', { script, args: [] })) as T;
  return {
    run,
    goto: async (address) => void (await call(session, 'POST', '/url', { url: address })),
    text: (selector = 'body') => run(`return document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`),
    click: (selector, words) =>
      run(`
        const all = [...document.querySelectorAll(${JSON.stringify(selector)})];
        const found = all.find((one) => one.innerText.includes(${JSON.stringify(words)}) && !one.disabled);
        found?.click();
        return found !== undefined;
      `),
    async close() {
      await call(session, 'DELETE', '').catch(() => null);
      await Promise.all([ended(service), ended(screen)]);
    },
  };
}

async function call(base: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const reply = await fetch(base + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const { value } = (await reply.json()) as { value: unknown };
  if (!reply.ok) throw new Error(`WebDriver: ${JSON.stringify(value)}`);
  return value;
}

/** The server picks a free display and says which. */
async function startScreen(xvfb: string): Promise<{ display: string; child: ChildProcess }> {
  const child = spawn(...tiedCommand(xvfb, ['-displayfd', '1', '-screen', '0', '1280x1024x24']), {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('Xvfb did not start.')));
    child.stdout?.once('data', (chunk) => resolve(`:${String(chunk).trim()}`));
  });
  return { display, child };
}

function ended(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  return end;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > limit) throw new Error('WebKitWebDriver does not answer.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
