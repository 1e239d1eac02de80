// Safe reload: waits before a deliberate reload.
// Guarantee: running picture uploads finish (they would restart from zero) and drafts are stored; both waits are
// limited.

import { pageStore } from '#state/page/page-store.ts';
import { pendingAtom } from '#state/pending/pending-writes.ts';
import { saveDrafts } from '#state/session/draft-store.ts';

/** Milliseconds. */
const uploadTimeoutMs = 60_000;
const diskTimeoutMs = 2000;

const isUploading = () =>
  pageStore.get(pendingAtom).some(({ state, req }) => state === 'inflight' && (req?.blobIds.length ?? 0) > 0);

function uploadsDone(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      if (isUploading()) return;
      stop();
      resolve();
    };
    const stop = pageStore.sub(pendingAtom, done);
    done();
  });
}

const atMost = (work: Promise<unknown>, ms: number) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);

export async function waitUntilReloadIsSafe(): Promise<void> {
  await atMost(uploadsDone(), uploadTimeoutMs);
  await atMost(
    saveDrafts().catch(() => undefined),
    diskTimeoutMs,
  );
}
