// What is typed, written to the device beside the outbox. Guarantee: a device that takes no more is told once; the tab goes on
// holding it.
import { deleteDraft, putDraft } from '#db/drafts.ts';
import { isFull } from '#domain/text/storage-error.ts';
import { tellDevice } from '#state/page/device-alerts.ts';
import { type DraftChange, ready } from '#state/page/engine-port.ts';

export async function keepOnDevice(changes: readonly DraftChange[]): Promise<void> {
  const { local, steady, room } = await ready();
  for (const { owner, key, values } of changes) {
    const write = async () =>
      values ? putDraft(local.db, owner, key, values, local.now()) : deleteDraft(local.db, owner, key);
    await steady(() => room.write(write)).catch(tellFull);
  }
}

function tellFull(failure: unknown): void {
  if (!isFull(failure)) throw failure;
  tellDevice('full');
}
