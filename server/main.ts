// Server: database, application, periodic tasks and shutdown.
import { join } from 'node:path';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { deleteExpiredUndos } from './accounts/change-email.ts';
import { deleteExpiredResets } from './accounts/password-reset.ts';
import { buildApp } from './app.ts';
import type { OpenDatabase } from './db/client.ts';
import { deleteExpired, deleteOldMailFiles } from './db/retention.ts';
import { deleteOldMails, deliverMails } from './mails/deliver.ts';
import { deleteUnusedFiles } from './merchant/digital-files.ts';
import { deleteUnusedPictures } from './merchant/orphan-images.ts';
import { checkStoreAccounts } from './money/store-accounts.ts';
import { requestDueTransfers } from './money/transfers.ts';
import { purgeAnswers } from './plugins/idempotency.ts';
import { stopServing } from './process/stopping.ts';
import { notifyAvailable } from './requests/notify-available.ts';
import type { Env } from './runtime/env.ts';
import { levelOf } from './runtime/log.ts';
import { checkDuePayments } from './sales/payment-checks.ts';
import { requestDueRefunds } from './sales/refunds.ts';
import { webApp } from './web/web-app.ts';
import { remindOfWithdrawals } from './withdrawals/reminders.ts';

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

/** Milliseconds. */
const PAYMENTS_EVERY = 30_000;
const MAILS_EVERY = 15_000;
const ALERTS_EVERY = 60_000;
const PUSHES_EVERY = 10_000;
const ANSWERS_EVERY = 60 * 60_000;
const PICTURES_EVERY = 6 * 60 * 60_000;

export async function serve({ env, database, builtFolder, log }: ServingParts): Promise<Serving> {
  const app = await buildApp({ database, env, log: log ?? { level: env.logLevel ?? levelOf(env.mode) } });
  await app.register(webApp, { folder: builtFolder });
  const recurring = [
    every(app, PAYMENTS_EVERY, () => checkDuePayments(app.market, app.market.now())),
    every(app, PAYMENTS_EVERY, () => requestDueRefunds(app.market, app.market.now())),
    every(app, PAYMENTS_EVERY, () => requestDueTransfers(app.market, app.market.now())),
    every(app, ANSWERS_EVERY, () => checkStoreAccounts(app.market, app.market.now())),
    every(app, ALERTS_EVERY, () => notifyAvailable(app.market, app.market.now())),
    every(app, MAILS_EVERY, () => deliverMails(app.market)),
    every(app, ANSWERS_EVERY, () => remindOfWithdrawals(app.market, app.market.now())),
    every(app, ANSWERS_EVERY, () => deleteExpiredResets(app.market.db, app.market.now())),
    every(app, ANSWERS_EVERY, () => deleteExpiredUndos(app.market.db, app.market.now())),
    every(app, ANSWERS_EVERY, () => deleteOldMails(app.market, app.market.now())),
    every(app, PUSHES_EVERY, () => app.market.pushes.deliver()),
    every(app, ANSWERS_EVERY, () => purgeAnswers(app.market.db, app.market.now())),
    every(app, ANSWERS_EVERY, () => deleteExpired(app.market.db, app.market.now())),
    every(app, ANSWERS_EVERY, () => deleteOldMailFiles(join(env.dataDir, 'outbox'), app.market.now())),
    every(app, PICTURES_EVERY, () => deleteUnusedPictures(app.market, app.market.now())),
    every(app, PICTURES_EVERY, () => deleteUnusedFiles(app.market, app.market.now())),
  ];
  const address = await app.listen({ port: env.port, host: env.host });
  return {
    app,
    address,
    close: async (grace = 0) => {
      // Pages call the API in process, which a closed application no longer answers.
      await stopServing(app, grace);
      for (const stop of recurring) await stop();
      await app.close();
      await database.close();
    },
  };
}

/** @returns the function that stops it and waits for the current run */
function every(app: FastifyInstance, milliseconds: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch((error: unknown) => app.log.error({ err: error }, 'recurring work failed'))
      .finally(() => {
        running = null;
      });
  }, milliseconds);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
