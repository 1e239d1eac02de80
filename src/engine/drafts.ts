// Drafts on the device: writes typed input to the database.
// Guarantee: a full device is reported once; the tab keeps the input.
import { deleteDraft, putDraft } from '#db/drafts.ts';
import { isStorageFullError } from '#domain/text/storage-error.ts';
import { showDeviceAlert } from '#state/page/device-alerts.ts';
import { type DraftChange, getSync } from '#state/page/engine-port.ts';

export async function saveDraftsOnDevice(changes: readonly DraftChange[]): Promise<void> {
  const sync = await getSync();
  const { local } = sync;
  for (const { owner, key, values } of changes) {
    const write = async () =>
      values ? putDraft(local.db, owner, key, values, local.now()) : deleteDraft(local.db, owner, key);
    await sync.withReconnect(() => sync.quota.write(write)).catch(reportFullDevice);
  }
}

function reportFullDevice(failure: unknown): void {
  if (!isStorageFullError(failure)) throw failure;
  showDeviceAlert('full');
}
