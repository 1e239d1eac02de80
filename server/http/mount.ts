// Binds an endpoint of the contract to the handler that answers it. In this order: rate, who calls, parameters, query,
// version, body, then the handler in its transaction, then what may only happen after the commit.
// Guarantees: a handler sees only what the contract accepts; a missing token is 401 and a missing role 403 before any
// row is looked at (whose row it is, the handler says in its SQL); a write and its Idempotency-Key commit together.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ServedName, served } from '#contract/all-endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { minimalHeaders } from '#contract/wire/preference.ts';
import { WITHDRAWN, WITHDRAWN_HEADER } from '#contract/wire/withdrawal.ts';
import { refuseOtherOwner, refuseWrongCaller } from '../access/callers.ts';
import { refuseActing } from '../access/impersonation.ts';
import { callerOf } from '../access/open-sessions.ts';
import type { Tx } from '../db/client.ts';
import { inContext } from '../hydra/json-ld-context.ts';
import { isPatched } from '../hydra/vocabulary.ts';
import { fingerprintKeyOf, runWrite, writeKey } from '../plugins/idempotency.ts';
import { sendKept, sendPrivate } from '../plugins/json-ld.ts';
import { readParts } from '../plugins/uploads.ts';
import { conflict, forbidden, notFound, Refusal } from '../runtime/errors.ts';
import { inTime } from '../runtime/time-limit.ts';
import { finish } from './after-commit.ts';
import type { Before, Handler } from './call.ts';
import { refuseUnreadable, validated, versionNamed, withAddresses } from './contract-input.ts';
import { chooseEndpoint, type Mounted } from './endpoint-choice.ts';
import { prefersMinimal } from './preference.ts';
import { validatedQuery } from './query-input.ts';

/** Answers hold tokens: they are neither kept for repetitions nor stopped by an old token in the header. */
const sessionCalls = new Set<ServedName>(['session.login', 'session.refresh', 'session.logout']);

/** @param before what takes long or asks others, done before the transaction opens; safe to do again */
export function mount<N extends ServedName>(
  app: FastifyInstance,
  name: N,
  handler: Handler<N>,
  before?: Before<N>,
): void {
  const endpoint: Endpoint = served[name];
  const address = `${endpoint.method} ${endpoint.path}`;
  const mounted: Mounted = {
    name,
    endpoint,
    handler: handler as Mounted['handler'],
    before: before as Mounted['before'],
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
    handler: (request, reply) => answer(app, candidates, request, reply),
  });
}

async function answer(app: FastifyInstance, candidates: Mounted[], request: FastifyRequest, reply: FastifyReply) {
  const { market } = app;
  const now = market.now();
  const [first] = candidates;
  if (!first) throw notFound();
  const bySession = sessionCalls.has(first.name);
  const actor = bySession ? null : await inTime(market.env, callerOf(app.tokens, market.db, request, now));
  const { name, endpoint, handler, before } = await inTime(
    market.env,
    chooseEndpoint(market.db, candidates, actor, request),
  );

  await app.checkRate(name, request, actor);
  refuseForeignType(endpoint, request);
  if (changesState(endpoint)) refuseOtherSites(request);
  // First whose write it is: sent with another's token, what that other may do says nothing about it.
  refuseOtherOwner(actor, request);
  refuseWrongCaller(endpoint, actor, request, market.security);
  if (actor?.act) refuseActing(name, changesState(endpoint) && endpoint, actor, request, market.security);

  const params = validated(endpoint.params, request.params, 404);
  const query = validatedQuery(endpoint, request.url);
  const ifMatch = endpoint.versioned ? versionNamed(request.headers['if-match']) : undefined;
  const sent =
    endpoint.bodyType === 'multipart'
      ? await readParts(request, endpoint.fileKind)
      : { body: request.body ?? {}, file: null };
  refuseUnreadable(sent.body);
  const body = validated(endpoint.body, withAddresses(sent.body), 422);

  const isWithdrawn = endpoint.offline === 'queued' && request.headers[WITHDRAWN_HEADER.toLowerCase()] !== undefined;
  if (!isWithdrawn) await before?.({ params, body, file: sent.file, actor, market, now, request } as never);

  let afterwards: (() => Promise<void>)[] = [];
  const run = async (tx: Tx) => {
    if (isWithdrawn) throw conflict(WITHDRAWN, 'Abandonné avant d’arriver\u00a0: rien n’a été fait.');
    afterwards = [];
    const after = (task: () => Promise<void>) => afterwards.push(task);
    const call = { params, query, body, file: sent.file, ifMatch, actor, tx, now, market, reply, request, after };
    // What was refused has no aftermath, also when the refusal itself is kept as the answer.
    const answered = await handler(call as never).catch((refusal: unknown) => {
      afterwards = [];
      throw refusal;
    });
    return app.market.env.mode === 'test' ? checked(name, endpoint, answered) : answered;
  };

  if (!changesState(endpoint)) {
    const body = await inTime(market.env, run(market.db));
    const kept = endpoint.offline === 'kept' && actor === null;
    const said = inContext(name, request.url, body);
    return kept ? sendKept(request, reply, said) : sendPrivate(reply, 200, said);
  }
  const key = writeKey(
    {
      key: bySession || endpoint.method === 'GET' ? undefined : request.headers['idempotency-key'],
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
  if (!outcome.replayed) await finish(market.log, afterwards);
  if (key) reply.header('x-applied-by', key.key);
  if (outcome.replayed) reply.header('idempotency-replayed', 'true');
  if (endpoint.minimal && outcome.status < 300 && prefersMinimal(request.headers.prefer)) {
    // The outcome that is stored under the key stays whole: who repeats the write without the preference gets all of it.
    reply.headers(minimalHeaders((outcome.body as { version: number }).version));
    return sendPrivate(reply, 204, undefined);
  }
  return sendPrivate(reply, outcome.status, inContext(name, request.url, outcome.body));
}

/** Writes, and the reads that the specification makes change state. */
const changesState = (endpoint: Endpoint) => endpoint.method !== 'GET' || endpoint.offline === 'online';

function refuseForeignType(endpoint: Endpoint, request: FastifyRequest): void {
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

/** A read that changes state is never run by a link or picture on another site. */
function refuseOtherSites(request: FastifyRequest): void {
  if (request.method !== 'GET') return;
  if (request.headers['sec-fetch-site'] === 'cross-site') throw forbidden();
  if (!/application\/(ld\+)?json/.test(request.headers.accept ?? '')) {
    throw new Refusal({ status: 406, message: 'Demandez application/ld+json.' });
  }
}

/** While testing, an answer that strays from the contract is a failure, extra keys included: they would be a leak. */
function checked(name: ServedName, endpoint: Endpoint, answered: unknown): unknown {
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
