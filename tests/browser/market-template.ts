// What all journeys share: the server as one program, and one demo market, filled once and then copied for each server that
// a journey starts.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { installBrowsers } from '../support/chromium.ts';
import { startMarketServer, templateDirectory } from './market-server.ts';
import { makePrograms } from './server-program.ts';

/** @returns what Playwright runs once all journeys are over */
export default async function prepareMarkets(): Promise<() => Promise<void>> {
  installBrowsers();
  const { folder, drop } = await makePrograms();
  process.env.ETAL_JOURNEYS_PROGRAMS = folder;
  await prepareTemplate();
  return drop;
}

async function prepareTemplate(): Promise<void> {
  const target = await templateDirectory();
  process.env.ETAL_JOURNEYS_TEMPLATE = target;
  if (existsSync(target)) return;
  const draft = `${target}-draft-${process.pid}`;
  await mkdir(draft, { recursive: true });
  process.stdout.write('Filling the demo market for the journeys…\n');
  const server = await startMarketServer({ dataDirectory: draft });
  await server.stop();
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
  // Markets of earlier days: no run goes on for two.
  const dayOf = (name: string) => Date.parse(name.slice(0, 10));
  for (const name of await readdir(dirname(target))) {
    const age = dayOf(basename(target)) - dayOf(name);
    if (!(age < 2 * 24 * 3_600_000)) await rm(join(dirname(target), name), { recursive: true, force: true });
  }
}
