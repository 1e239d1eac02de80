// Server: database, application, recurring jobs, metrics and shutdown.
import { join } from 'node:path';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { requireSharedFolders } from './access/shared-folders.ts';
import { buildApp } from './app.ts';
import type { OpenDatabase } from './db/client.ts';
import { startJobs } from './jobs.ts';
import { takeCommands } from './market/take-commands.ts';
import type { Metrics } from './process/metrics.ts';
import { stopServing } from './process/stopping.ts';
import type { Env } from './runtime/env.ts';
import { levelOf } from './runtime/log.ts';
import { webApp } from './web/web-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Serving {
  app: FastifyInstance;
  /** Listening address. */
  address: string;
  /**
   * Finishes running requests, then closes the database.
   * @param grace milliseconds of listening while health reports the shutdown
   */
  close(grace?: number): Promise<void>;
}

export interface ServingParts {
  env: Env;
  database: OpenDatabase;
  /** Folder of the built front end. */
  builtFolder: string;
  log?: FastifyServerOptions['logger'];
}

export async function serve({ env, database, builtFolder, log }: ServingParts): Promise<Serving> {
  const metrics = env.metrics && (await loadMetrics({ database, env }));
  const app = await buildApp({ database, env, log: log ?? { level: env.logLevel ?? levelOf(env.mode) }, metrics });
  await app.market.storage.check();
  if (database.kind === 'postgres')
    await requireSharedFolders(database.db, {
      keys: join(env.dataDir, 'keys'),
      storage: app.market.storage,
    });
  await app.register(webApp, { folder: builtFolder });
  const stopJobs = startJobs(app.market, metrics, [
    { name: 'share-assets', every: DAY_MS, run: () => app.shareAssets() },
  ]);
  const metricsServer = env.metrics && (await metrics?.listen(env.metrics));
  const stopCommands = env.databaseUrl === null ? await takeCommands(env, database, app.market.storage) : null;
  const address = await app.listen({ port: env.port, host: env.host });
  return {
    app,
    address,
    close: async (grace = 0) => {
      // Pages call the API in process, which a closed application no longer answers.
      await stopServing(app, grace);
      await stopCommands?.();
      await stopJobs();
      await app.close();
      await metricsServer?.close();
      await database.close();
    },
  };
}

/** Imported on demand: most markets have none. */
async function loadMetrics(sources: { database: OpenDatabase; env: Env }): Promise<Metrics> {
  return (await import('./process/metrics.ts')).createMetrics(sources);
}
