// Runs a market: database, application, the work that recurs, listening; and closing all of it in order.
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { forgetOldUndos } from './accounts/change-email.ts';
import { forgetOldResets } from './accounts/password-reset.ts';
import { buildApp } from './app.ts';
import type { OpenDatabase } from './db/client.ts';
import { deliverMails, forgetOldMails } from './mails/deliver.ts';
import { clearUnusedFiles } from './merchant/digital-files.ts';
import { clearUnusedPictures } from './merchant/orphan-images.ts';
import { forgetOldAnswers } from './plugins/idempotency.ts';
import { stopServing } from './process/stopping.ts';
import { tellAvailable } from './requests/notify-available.ts';
import type { Env } from './runtime/env.ts';
import { levelOf } from './runtime/log.ts';
import { followPayments } from './sales/following-payments.ts';
import { makeRefunds } from './sales/refunding.ts';
import { webApp } from './web/web-app.ts';

export interface Serving {
  app: FastifyInstance;
  /** Where it listens. */
  address: string;
  /**
   * Lets running requests finish, then closes the database.
   * @param grace milliseconds for which it still listens while health says that it stops
   */
  close(grace?: number): Promise<void>;
}

export interface ServingParts {
  env: Env;
  database: OpenDatabase;
  /** The folder of the built front end. */
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
  const app = await buildApp({ database, env, log: log ?? { level: levelOf(env.mode) } });
  await app.register(webApp, { folder: builtFolder });
  const recurring = [
    every(app, PAYMENTS_EVERY, () => followPayments(app.market, app.market.now())),
    every(app, PAYMENTS_EVERY, () => makeRefunds(app.market, app.market.now())),
    every(app, ALERTS_EVERY, () => tellAvailable(app.market, app.market.now())),
    every(app, MAILS_EVERY, () => deliverMails(app.market)),
    every(app, ANSWERS_EVERY, () => forgetOldResets(app.market.db, app.market.now())),
    every(app, ANSWERS_EVERY, () => forgetOldUndos(app.market.db, app.market.now())),
    every(app, ANSWERS_EVERY, () => forgetOldMails(app.market, app.market.now())),
    every(app, PUSHES_EVERY, () => app.market.pushes.look()),
    every(app, ANSWERS_EVERY, () => forgetOldAnswers(app.market.db, app.market.now())),
    every(app, PICTURES_EVERY, () => clearUnusedPictures(app.market, app.market.now())),
    every(app, PICTURES_EVERY, () => clearUnusedFiles(app.market, app.market.now())),
  ];
  const address = await app.listen({ port: env.port, host: env.host });
  return {
    app,
    address,
    close: async (grace = 0) => {
      // Pages ask the API in process, which a closed application answers no more.
      await stopServing(app, grace);
      for (const stop of recurring) await stop();
      await app.close();
      await database.close();
    },
  };
}

/** @returns the function that ends it and waits for a run under way */
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
