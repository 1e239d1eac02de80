// Freeze: builds the request of a command.
// Guarantee: built once per generation, from the latest server view; a later app version sends it unchanged.

import { prepareRequest } from '#api/wire.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type QueuedName, registry } from '#contract/registry.ts';
import type { Cmd, FrozenRequest } from '#db/rows.ts';
import { changesOf } from '../commands/field-values.ts';
import type { UploadPicture } from '../commands/pictures.ts';
import type { CommandRecord, MissingTarget, QueuedArguments, RequestContext } from '../commands/record.ts';
import { argsOf, findRecord } from '../commands/registry.ts';
import { idOfIri, replaceTempIris, resolveTempIris, tempIrisIn } from '../commands/temporary-ids.ts';
import type { StoreContext } from '../device/context.ts';
import { isLineOutdated } from '../outbox/applied-commands.ts';
import { idempotencyKey } from '../outbox/rows.ts';
import { resolveBase } from './rebase.ts';

export type FrozenCommand = { req: FrozenRequest; base: Cmd['base'] };

/**
 * Null if a later app version wrote the command; `cartId` if the view of that cart must be read first. Requires a
 * transaction over `idmap`, `snaps`, `applied` and `blobs`.
 */
export async function freezeRequest(
  { db }: StoreContext,
  cmd: Cmd,
): Promise<FrozenCommand | MissingTarget | { cartId: string } | null> {
  const record: CommandRecord | undefined = findRecord(cmd.type);
  const ownArgs = argsOf(cmd);
  if (!record || ownArgs === undefined) return null;
  const refs = tempIrisIn(ownArgs);
  const args = refs.length > 0 ? replaceTempIris(ownArgs, await resolveTempIris(db, cmd.owner, refs)) : ownArgs;
  // Only aggregates have a view; only a cart's server id differs from its lane.
  const isOfCart = record.aggregate === 'cart';
  const place = [cmd.owner, cmd.lane];
  const [hasView, mapped] = await Promise.all([
    isOfCart ? db.snaps.where('[owner+lane]').equals(place).count() : 1,
    cmd.lane.startsWith('cart:') ? db.idmap.get([cmd.owner, cmd.lane]) : undefined,
  ]);
  const serverId = mapped ? idOfIri(mapped.iri) : null;
  if (isOfCart && serverId && !hasView) return { cartId: serverId };
  const endpoint: Endpoint = registry[record.endpoint];
  // A cart may be large, and most commands do not depend on its content, so it is read only if the request uses it.
  let needsView = endpoint.versioned === true;
  const withoutView: RequestContext = {
    serverId,
    cmd,
    get view() {
      needsView = true;
      return null;
    },
  };
  let built: QueuedArguments | MissingTarget = record.request(args, withoutView);
  const { lineKey } = args as { lineKey?: string };
  if (needsView && isOfCart && serverId && lineKey && (await isLineOutdated(db, cmd, lineKey)))
    return { cartId: serverId };
  const snapshot = record.aggregate && needsView ? await db.snaps.get([cmd.owner, cmd.lane]) : undefined;
  const view = snapshot?.view;
  if (needsView && view) built = record.request(args, { serverId, cmd, view });
  if ('missing' in built) return built;
  const base = endpoint.versioned ? resolveBase(cmd, snapshot, changesOf({ args })) : cmd.base;
  const key = idempotencyKey(cmd);
  const picture = args as Partial<UploadPicture>;
  const file = { fileName: picture.fileName ?? 'photo', mime: picture.mime ?? 'image/jpeg', boundary: `etal-${key}` };
  const { method, path, headers, body, after } = prepareRequest<QueuedName>(record.endpoint, built as never, {
    ...(endpoint.versioned && { ifMatch: base?.version }),
    ...(endpoint.bodyType === 'multipart' && { file }),
  });
  const own = { 'Idempotency-Key': key, 'X-Command-Owner': cmd.owner };
  const hasFile = endpoint.bodyType === 'multipart';
  const blobIds = hasFile ? await db.blobs.where('cmdId').equals(cmd.id).primaryKeys() : [];
  return { req: { method, path, headers: { ...headers, ...own }, body, blobIds, ...(after && { after }) }, base };
}
