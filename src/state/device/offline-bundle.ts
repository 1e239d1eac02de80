// What this device has taken along, as the worker holds it, followed live in every tab. Guarantees: without a worker there is
// nothing, and nothing is offered; what stood still because the network was away, or because the browser stopped the worker, goes
// on while somebody looks; what is asked of the market is asked without a token.
import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { errorOfReply } from '#api/client.ts';
import {
  outlinePath,
  TAKEN_CHANNEL,
  type TakenKind,
  type TakenOutline,
  type TakenThing,
  taken,
} from '#contract/catalogue/offline-bundle.ts';
import { mediaType } from '#contract/wire/hydra.ts';
import { shownWidths } from '#domain/offline-bundle.ts';
import { connectivityAtom } from '../page/connectivity.ts';
import { ready } from '../page/engine-port.ts';
import { pageStore } from '../page/page-store.ts';
import { askWorker } from './ask-worker.ts';
import { sparesData } from './data-saver.ts';

/** Null: nothing is kept by a worker here, or that is not known yet. */
export const takenAtom = atom<TakenThing[] | null>(null);

export interface ThingToTake {
  kind: TakenKind;
  slug: string;
  name: string;
}

const answerWithinMs = 2000;
/** A worker that says nothing for so long has been stopped, milliseconds. */
const silentForMs = 8000;

const keyOf = ({ kind, slug }: Pick<TakenThing, 'kind' | 'slug'>) => `/taken/${kind}/${slug}`;
const worker = () => globalThis.navigator?.serviceWorker?.controller ?? null;
const send = (type: string, thing: object) => worker()?.postMessage({ type, thing });

const isThings = (value: unknown): value is TakenThing[] => Array.isArray(value);

let heardAt = 0;

async function look(): Promise<void> {
  heardAt = Date.now();
  const things = await askWorker('TAKEN', answerWithinMs);
  if (!isThings(things)) return;
  pageStore.set(takenAtom, things);
  for (const thing of things) if (isStopped(thing)) takeAlong(thing, thing.bytes);
}

/** Begun, and nobody is at it: the browser has stopped the worker. */
const isStopped = ({ at, underway, trouble }: TakenThing) => at === null && !underway && trouble === null;

function hear({ data }: MessageEvent<{ key?: string; done?: number; total?: number }>): void {
  heardAt = Date.now();
  const { key, done = 0, total = 0 } = data ?? {};
  const known = pageStore.get(takenAtom)?.find((thing) => keyOf(thing) === key);
  if (!known?.underway || total === 0) return void look();
  pageStore.set(takenAtom, (things) => things?.map((one) => (one === known ? { ...one, done, total } : one)) ?? null);
}

/** What stood still for want of a network goes on when it is back. */
let wasOnline = true;
function goOn(): void {
  const { online } = pageStore.get(connectivityAtom);
  const isBack = online && !wasOnline;
  wasOnline = online;
  if (!isBack) return;
  for (const thing of pageStore.get(takenAtom) ?? []) if (thing.trouble === 'network') takeAlong(thing, thing.bytes);
}

let isFollowed = false;
function follow(): void {
  void look();
  if (isFollowed || !globalThis.navigator?.serviceWorker) return;
  isFollowed = true;
  new BroadcastChannel(TAKEN_CHANNEL).onmessage = hear;
  navigator.serviceWorker.addEventListener('controllerchange', () => void look());
  pageStore.sub(connectivityAtom, goOn);
  setInterval(() => {
    const waits = pageStore.get(takenAtom)?.some(({ underway }) => underway);
    if (waits && Date.now() - heardAt > silentForMs) void look();
  }, silentForMs);
}

export function useTaken(): TakenThing[] | null {
  useEffect(follow, []);
  return useAtomValue(takenAtom);
}

const shown = () => shownWidths({ width: innerWidth, density: devicePixelRatio, sparing: sparesData() });

/**
 * What it comprises, and how large it is.
 * @throws ApiError
 */
export async function outlineOf({ kind, slug }: ThingToTake): Promise<TakenOutline> {
  const { api } = await ready();
  const path = outlinePath({ kind, slug, ...shown() });
  const reply = await api.transmit(
    { method: 'GET', path, headers: { Accept: mediaType }, body: null },
    { token: null },
  );
  if (!reply.ours || reply.status >= 400) throw errorOfReply(reply);
  return taken['taken.outline'].answer.parse(reply.body);
}

/** Begins, goes on, or brings up to date. */
export function takeAlong({ kind, slug, name }: ThingToTake, bytes: number): void {
  const wish = { kind, slug, name, bytes, ...shown() };
  pageStore.set(takenAtom, (things) => {
    if (!things) return things;
    const begun = { at: null, done: 0, total: 0, ...things.find((one) => keyOf(one) === keyOf(wish)), ...wish };
    return [...things.filter((one) => keyOf(one) !== keyOf(wish)), { ...begun, underway: true, trouble: null }];
  });
  heardAt = Date.now();
  send('TAKE', wish);
}

export function letGo({ kind, slug }: Pick<TakenThing, 'kind' | 'slug'>): void {
  pageStore.set(takenAtom, (things) => things?.filter((one) => keyOf(one) !== keyOf({ kind, slug })) ?? null);
  send('LET_GO', { kind, slug });
}

export const thingAmong = (things: readonly TakenThing[] | null, thing: Pick<TakenThing, 'kind' | 'slug'>) =>
  things?.find((one) => keyOf(one) === keyOf(thing));
