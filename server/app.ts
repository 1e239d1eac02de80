// Application: registers plugins, then the API's routes under /api; does not listen.

import { join } from 'node:path';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { authentication } from './access/authentication.ts';
import { loadCollectionKeys } from './access/collection-keys.ts';
import { loadDownloadKeys } from './access/download-keys.ts';
import { loadPushKeys } from './access/push-keys.ts';
import { appearanceReader } from './catalogue/appearance.ts';
import type { OpenDatabase } from './db/client.ts';
import type { Market } from './http/call.ts';
import { discoveryRoutes } from './hydra/discovery.ts';
import { stopDeliveringMails } from './mails/deliver.ts';
import { docsRoutes } from './openapi/docs-routes.ts';
import { API, setApiHeaders } from './plugins/api-headers.ts';
import { compressAnswers } from './plugins/compression.ts';
import {
  clientErrorHandler,
  frameworkErrors,
  handlePageErrors,
  MAX_PARAM_LENGTH,
  rewriteAddress,
} from './plugins/framework-errors.ts';
import { registerJsonLd } from './plugins/json-ld.ts';
import { servePictures } from './plugins/pictures.ts';
import { type RateLimits, rateLimits } from './plugins/rate-limits.ts';
import { createRequestIds, RequestLog, setRequestIds } from './plugins/request-log.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import { acceptUploads } from './plugins/uploads.ts';
import { healthRoutes } from './process/health.ts';
import type { Metrics } from './process/metrics.ts';
import { registerStopping } from './process/stopping.ts';
import { administrationRoutes } from './routes/administration.ts';
import { browserErrorRoutes } from './routes/browser-errors.ts';
import { byAddressRoutes } from './routes/by-address.ts';
import { cartRoutes } from './routes/carts.ts';
import { categoryRoutes } from './routes/categories.ts';
import { contentRoutes } from './routes/content.ts';
import { contestRoutes } from './routes/contests.ts';
import { contractWithdrawalRoutes } from './routes/contract-withdrawals.ts';
import { couponRoutes } from './routes/coupons.ts';
import { downloadLinkRoutes, downloadRoutes } from './routes/downloads.ts';
import { mediaRoutes } from './routes/media.ts';
import { offlineBundleRoutes } from './routes/offline-bundle.ts';
import { orderNewsRoutes } from './routes/order-news.ts';
import { orderRoutes } from './routes/orders.ts';
import { ownProductRoutes } from './routes/own-products.ts';
import { hostedCheckout } from './routes/payment/hosted-checkout.ts';
import { paymentPages } from './routes/payment/payment-page.ts';
import { payoutPages, payoutRoutes } from './routes/payment/payouts.ts';
import { productRoutes } from './routes/products.ts';
import { pushSubscriptionRoutes } from './routes/push-subscriptions.ts';
import { receivedRequestRoutes } from './routes/received-requests.ts';
import { requestRoutes } from './routes/requests.ts';
import { reviewRoutes } from './routes/reviews.ts';
import { searchRoutes } from './routes/search.ts';
import { storePeopleRoutes } from './routes/store-people.ts';
import { storeRoutes } from './routes/stores.ts';
import { userRoutes } from './routes/users.ts';
import { wayOutRoutes } from './routes/way-out.ts';
import type { Env } from './runtime/env.ts';
import { logOptions, securityLog } from './runtime/log.ts';
import { registerOrderNews } from './sales/order-news.ts';
import { createOrderPushes } from './sales/order-pushes.ts';
import { createMailer, type Mailer } from './services/mail.ts';
import { openStorage } from './services/open-storage.ts';
import type { PaymentProvider } from './services/payment.ts';
import { createSandboxPayment, disablePayments } from './services/payment-sandbox.ts';
import type { HostedCheckout } from './services/payment-stripe.ts';
import { createPush } from './services/push.ts';
import type { Storage } from './services/storage.ts';
import { registerAppFiles } from './web/app-files.ts';

export interface AppParts {
  database: Pick<OpenDatabase, 'db' | 'kind' | 'listen'>;
  env: Env;
  /** Clock of the server. */
  now?: () => Date;
  log?: FastifyServerOptions['logger'];
  mail?: Mailer;
  storage?: Storage;
  payment?: PaymentProvider;
  /** 'relaxed' for tests and demos, which call faster than a person. */
  rateLimits?: RateLimits;
  metrics?: Metrics | null;
}

const BODY_LIMIT = 256 * 1024;
/** Milliseconds for a request to arrive: a 5 MB picture at 20 kB/s takes 250 s. */
const REQUEST_TIMEOUT = 300_000;
/** Milliseconds; reading the built pages is slow on a busy machine. */
const PLUGIN_TIMEOUT = 120_000;

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { database, env } = parts;
  const app = Fastify({
    logger: logOptions(parts.log),
    logController: new RequestLog(),
    genReqId: createRequestIds(env),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    pluginTimeout: PLUGIN_TIMEOUT,
    trustProxy: env.trustedProxies.length > 0 ? env.trustedProxies : false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    rewriteUrl: rewriteAddress,
    frameworkErrors: frameworkErrors(env),
    clientErrorHandler: clientErrorHandler(env),
  });
  const sandbox = createSandboxPayment(env.publicUrl);
  const checkout = env.payment === 'stripe' ? await loadStripe(env) : null;
  const keysFolder = join(env.dataDir, 'keys');
  const push = createPush(env, loadPushKeys(keysFolder));
  const now = parts.now ?? (() => new Date());
  const pushes = createOrderPushes({ db: database.db, push, log: app.log, now });
  const market: Market = {
    env,
    db: database.db,
    mail: parts.mail ?? createMailer(env),
    storage: parts.storage ?? (await openStorage(env)),
    downloads: loadDownloadKeys(keysFolder),
    payment: parts.payment ?? checkout ?? (env.payment === 'sandbox' ? sandbox : disablePayments(sandbox)),
    pushes,
    log: app.log,
    security: securityLog(app.log),
    now,
  };
  app.decorate('market', market);
  app.decorate('appearance', appearanceReader(database.db));
  app.decorate('push', push);
  app.decorate('mounted', new Map());
  registerOrderNews(app, database);
  registerStopping(app);
  app.addHook('onClose', async () => {
    await stopDeliveringMails(market);
    market.mail.close();
  });
  app.addHook('onClose', () => pushes.close());
  setRequestIds(app);
  if (parts.metrics) app.addHook('onResponse', parts.metrics.countRequest);
  // Proves that the answer comes from this server: the service worker caches nothing without it, since a portal or
  // proxy may have answered.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-market', '1');
  });
  setApiHeaders(app, env);

  await app.register(securityHeaders, { env });
  handlePageErrors(app);
  await app.register(authentication, { keysFolder });
  app.decorate('collectionKeys', loadCollectionKeys(keysFolder));
  await app.register(rateLimits, {
    limits: parts.rateLimits ?? (env.mode === 'test' ? 'relaxed' : 'strict'),
    database,
  });
  await app.register(api, { prefix: '/api' });
  servePictures(app, market.storage);
  registerAppFiles(app);
  await app.register(downloadRoutes);
  await app.register(payoutPages);
  await app.register(wayOutRoutes);
  await app.register(contestRoutes);
  if (env.payment === 'sandbox') await app.register(paymentPages);
  if (checkout) await app.register(hostedCheckout, { checkout });
  return app;
}

/** Imported on demand because of its size. */
async function loadStripe({ publicUrl, stripe }: Env): Promise<HostedCheckout> {
  if (!stripe) throw new Error('Stripe takes the payments, but its keys are missing.');
  const { createStripeCheckout: stripeCheckout } = await import('./services/payment-stripe.ts');
  return stripeCheckout(publicUrl, stripe);
}

async function api(app: FastifyInstance): Promise<void> {
  registerJsonLd(app);
  acceptUploads(app);
  await compressAnswers(app);
  healthRoutes(app);
  discoveryRoutes(app);
  await docsRoutes(app, API);
  categoryRoutes(app);
  productRoutes(app);
  ownProductRoutes(app);
  storeRoutes(app);
  storePeopleRoutes(app);
  reviewRoutes(app);
  requestRoutes(app);
  receivedRequestRoutes(app);
  contentRoutes(app);
  searchRoutes(app);
  offlineBundleRoutes(app);
  userRoutes(app);
  cartRoutes(app);
  orderRoutes(app);
  contractWithdrawalRoutes(app);
  payoutRoutes(app);
  downloadLinkRoutes(app);
  orderNewsRoutes(app);
  pushSubscriptionRoutes(app);
  couponRoutes(app);
  mediaRoutes(app);
  administrationRoutes(app);
  browserErrorRoutes(app);
  byAddressRoutes(app);
}
