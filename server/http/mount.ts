// Endpoint mounting: binds a contract endpoint to its handler. Order: rate limit, caller, parameters, query, version,
// body, the handler in its transaction, after-commit tasks.
// Guarantees: handlers get input that the contract accepts; a missing token is 401 and a missing role 403 before any
// row is read (the handler's SQL checks the owner); a write and its Idempotency-Key commit together.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AnyEndpointName, allEndpoints } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { leastRoleOf } from '#contract/merchant/call-roles.ts';
import { minimalHeaders } from '#contract/wire/preference.ts';
import { WITHDRAWN_CODE, WITHDRAWN_HEADER } from '#contract/wire/withdrawal.ts';
import { requireCallerRole, requireCommandOwner, requireOperator } from '../access/callers.ts';
import { forbidWhileImpersonating } from '../access/impersonation.ts';
import { resolveCaller } from '../access/open-sessions.ts';
import { recordChangeFor } from '../access/operator-actions.ts';
import type { Tx } from '../db/client.ts';
import { withJsonLdContext } from '../hydra/json-ld-context.ts';
import { isPatched } from '../hydra/vocabulary.ts';
import { fingerprintKeyOf, parseWriteKey, runWrite } from '../plugins/idempotency.ts';
import { sendCacheable, sendPrivate } from '../plugins/json-ld.ts';
import { readParts } from '../plugins/uploads.ts';
import { conflict, forbidden, notFound, Refusal } from '../runtime/errors.ts';
import { withReadTimeout } from '../runtime/time-limit.ts';
import { runTasks } from './after-commit.ts';
import type { BeforeTransaction, Handler } from './call.ts';
import { parseIfMatch, replaceEmbedded, requireReadable, validate } from './contract-input.ts';
import { chooseEndpoint, type MountedEndpoint } from './endpoint-choice.ts';
import { prefersMinimal } from './preference.ts';
import { validatedQuery } from './query-input.ts';

/** Answers contain tokens: they are not stored for repetitions, and an expired token in the header is ignored. */
const sessionEndpoints = new Set<AnyEndpointName>(['session.login', 'session.refresh', 'session.logout']);
/** Answers with secrets or a whole person: not stored for repetitions either. */
const unstoredEndpoints = new Set<AnyEndpointName>([
  ...sessionEndpoints,
  'users.beginSecondFactor',
  'users.confirmSecondFactor',
  'administration.beginSecondFactor',
  'administration.confirmSecondFactor',
  'administration.exportAccount',
]);

/** @param before slow or external work before the transaction; must be repeatable */
export function mount<N extends AnyEndpointName>(
  app: FastifyInstance,
  name: N,
  handler: Handler<N>,
  before?: BeforeTransaction<N>,
): void {
  const endpoint: Endpoint = allEndpoints[name];
  const address = `${endpoint.method} ${endpoint.path}`;
  const mounted: MountedEndpoint = {
    name,
    endpoint,
    handler: handler as MountedEndpoint['handler'],
    before: before as MountedEndpoint['before'],
  };
  const beside = app.mounted.get(address);
  if (beside) {
    beside.push(mounted);
    return;
  }
  const candidates = [mounted];
  app.mounted.set(address, candidates);
  app.route({
    method: isPatched(endpoint) ? ['PUT', 'PATCH'] : endpoint.method,
    url: endpoint.path,
    // A HEAD route would run reads that change state.
    exposeHeadRoute: endpoint.method === 'GET' && endpoint.offline !== 'online',
    handler: (request, reply) => handleRequest(app, candidates, request, reply),
  });
}

async function handleRequest(
  app: FastifyInstance,
  candidates: MountedEndpoint[],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { market } = app;
  const now = market.now();
  const [first] = candidates;
  if (!first) throw notFound();
  const bySession = sessionEndpoints.has(first.name);
  const actor = bySession
    ? null
    : await withReadTimeout(market.env, resolveCaller(app.tokens, market.db, request, now));
  const { name, endpoint, handler, before } = await withReadTimeout(
    market.env,
    chooseEndpoint(market.db, candidates, actor, request),
  );

  await withReadTimeout(market.env, app.checkRate(name, request, actor));
  requireBodyType(endpoint, request);
  if (changesState(endpoint)) rejectCrossSite(request);
  // Checks the owner first: the rights of another account say nothing about this write.
  requireCommandOwner(actor, request);
  requireCallerRole(endpoint, leastRoleOf(name), actor, request, market.security);
  requireOperator(name, endpoint, actor, request, market);
  if (actor?.act) forbidWhileImpersonating(name, changesState(endpoint) && endpoint, actor, request, market.security);

  const params = validate(endpoint.params, request.params, 404);
  const query = validatedQuery(endpoint, request.url);
  const ifMatch = endpoint.versioned ? parseIfMatch(request.headers['if-match']) : undefined;
  const sent =
    endpoint.bodyType === 'multipart'
      ? await readParts(request, endpoint.fileKind)
      : { body: request.body ?? {}, file: null };
  requireReadable(sent.body);
  const body = validate(endpoint.body, replaceEmbedded(sent.body), 422);

  const isWithdrawn = endpoint.offline === 'queued' && request.headers[WITHDRAWN_HEADER.toLowerCase()] !== undefined;
  if (!isWithdrawn) await before?.({ params, body, file: sent.file, actor, market, now, request } as never);

  let afterwards: (() => Promise<void>)[] = [];
  const run = async (tx: Tx) => {
    if (isWithdrawn) throw conflict(WITHDRAWN_CODE, 'Abandonné avant d’arriver\u00a0: rien n’a été fait.');
    afterwards = [];
    const after = (task: () => Promise<void>) => afterwards.push(task);
    const call = { params, query, body, file: sent.file, ifMatch, actor, tx, now, market, reply, request, after };
    // A refusal runs no tasks, even if it is stored as the answer.
    const answered = await handler(call as never).catch((refusal: unknown) => {
      afterwards = [];
      throw refusal;
    });
    if (actor?.act && endpoint.method !== 'GET') await recordChangeFor(tx, actor, name, now);
    return app.market.env.mode === 'test' ? checkAnswer(name, endpoint, answered) : answered;
  };

  if (!changesState(endpoint)) {
    const body = await withReadTimeout(market.env, run(market.db));
    const isCacheable = endpoint.offline === 'kept' && actor === null;
    const document = withJsonLdContext(name, request.url, body);
    return isCacheable ? sendCacheable(request, reply, document) : sendPrivate(reply, 200, document);
  }
  const key = parseWriteKey(
    {
      key: unstoredEndpoints.has(name) || endpoint.method === 'GET' ? undefined : request.headers['idempotency-key'],
      userId: actor?.id ?? null,
      visitorId: request.headers['x-visitor-id'],
      method: endpoint.method,
      path: endpoint.path,
      params,
      body: sent.body,
      ifMatch,
      file: sent.file?.sha256,
    },
    fingerprintKeyOf(app.signingKeys.refreshSecret),
  );
  const status = endpoint.status ?? (endpoint.answer ? 200 : 204);
  const outcome = await runWrite(market.db, key, status, run);
  if (!outcome.replayed) await runTasks(market.log, afterwards);
  if (key) reply.header('x-applied-by', key.key);
  if (outcome.replayed) reply.header('idempotency-replayed', 'true');
  if (endpoint.minimal && outcome.status < 300 && prefersMinimal(request.headers.prefer)) {
    // The stored outcome stays complete: a repetition without the preference gets all of it.
    reply.headers(minimalHeaders((outcome.body as { version: number }).version));
    return sendPrivate(reply, 204, undefined);
  }
  return sendPrivate(reply, outcome.status, withJsonLdContext(name, request.url, outcome.body));
}

/** Writes, and reads that the specification defines to change state. */
const changesState = (endpoint: Endpoint) => endpoint.method !== 'GET' || endpoint.offline === 'online';

function requireBodyType(endpoint: Endpoint, request: FastifyRequest): void {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined) return;
  if (endpoint.method !== 'GET' && bodyTypeOf(type) !== (endpoint.bodyType ?? 'json')) {
    throw new Refusal({ status: 415, message: `Format non accepté : ${type}.` });
  }
}

function bodyTypeOf(contentType: string): Endpoint['bodyType'] {
  if (contentType === 'application/x-www-form-urlencoded') return 'form';
  return contentType === 'multipart/form-data' ? 'multipart' : 'json';
}

/** Reads that change state cannot be triggered by links or pictures of other sites. */
function rejectCrossSite(request: FastifyRequest): void {
  if (request.method !== 'GET') return;
  if (request.headers['sec-fetch-site'] === 'cross-site') throw forbidden();
  if (!/application\/(ld\+)?json/.test(request.headers.accept ?? '')) {
    throw new Refusal({ status: 406, message: 'Demandez application/ld+json.' });
  }
}

/** In tests, an answer outside the contract is an error; extra keys could be a leak. */
function checkAnswer(name: AnyEndpointName, endpoint: Endpoint, answered: unknown): unknown {
  if (!endpoint.answer) return answered;
  const parsed = endpoint.answer.safeParse(answered);
  if (!parsed.success) {
    const where = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
    throw new Error(`The answer of ${name} breaks the contract: ${where}`);
  }
  const [sent, meant] = [JSON.stringify(answered), JSON.stringify(parsed.data)];
  if (sent.length !== meant.length)
    throw new Error(`The answer of ${name} says more than the contract: ${sent.slice(0, 400)}`);
  return answered;
}
