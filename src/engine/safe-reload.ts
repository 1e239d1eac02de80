// Before a page is reloaded on purpose. Guarantee: it waits for a picture on its way (it would have to be sent whole again)
// and for what is typed to be on the device; a disk or a network that hangs does not hold it for long.

import { pageStore } from '#state/page/page-store.ts';
import { pendingAtom } from '#state/pending/pending-writes.ts';
import { saveDrafts } from '#state/session/draft-store.ts';

/** Milliseconds. */
const uploadPatience = 60_000;
const diskPatience = 2000;

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

export async function safeToReload(): Promise<void> {
  await atMost(uploadsDone(), uploadPatience);
  await atMost(
    saveDrafts().catch(() => undefined),
    diskPatience,
  );
}
