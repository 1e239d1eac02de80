// One demo market for all journeys: filled once, then copied for each server that a journey starts.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { startMarketServer, templateDirectory } from './market-server.ts';

export default async function prepareMarketTemplate(): Promise<void> {
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
}
