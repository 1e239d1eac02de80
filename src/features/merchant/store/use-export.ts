// useExport: exports a table from a button; reports a missing network.
import { useState } from 'react';
import { toast } from '#state/page/flash.ts';
import { downloadFile } from '#ui/controls/download-file.ts';

const OFFLINE = 'Il faut du réseau pour exporter\u00a0: réessayez dès son retour.';
const FAILED = 'L’export n’a pas pu être préparé. Réessayez dans un instant.';

type Exported =
  | { outcome: 'sent'; answer: Parameters<typeof downloadFile>[0] }
  | { outcome: 'offline' }
  | { outcome: 'refused' };

export function useExport(request: () => Promise<Exported>) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const result = await request();
      if (result.outcome === 'sent') downloadFile(result.answer);
      else toast(result.outcome === 'offline' ? OFFLINE : FAILED, 'error');
    } catch {
      toast(OFFLINE, 'error');
    } finally {
      setBusy(false);
    }
  };
  return { busy, save };
}
