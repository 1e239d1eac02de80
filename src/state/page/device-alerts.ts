// Device alerts: storage that was refused, lost, evicted, or is of a newer version. Each is shown once until dismissed,
// and logged for diagnostics.
import { atom, useAtomValue } from 'jotai';
import { wantOverlay } from './flash.ts';
import { pageStore } from './page-store.ts';
import { localItems } from './web-storage.ts';

export type DeviceTrouble = 'evicted' | 'private' | 'memory' | 'blocked' | 'lost' | 'newer' | 'full' | 'untaken';

const alertTexts: Record<DeviceTrouble, { text: string; reload: boolean }> = {
  evicted: {
    text: 'Les modifications non envoyées de cet appareil ont été effacées par le navigateur',
    reload: false,
  },
  private: { text: 'Navigation privée\u00a0: rien ne sera conservé', reload: false },
  memory: {
    text: 'Ce navigateur ne permet pas de conserver de données\u00a0: ce qui n’est pas encore envoyé sera perdu si vous fermez ou rechargez cette page.',
    reload: false,
  },
  blocked: {
    text: 'Une autre fenêtre, restée sur une version plus ancienne, retient vos données. Fermez-la, puis rechargez\u00a0: elles sont intactes. Ce que cette page n’aura pas encore envoyé sera perdu.',
    reload: true,
  },
  lost: {
    text: 'Cette page n’a plus accès aux données de l’appareil\u00a0: rechargez, votre saisie est gardée.',
    reload: true,
  },
  full: {
    text: 'Cet appareil n’a plus de place\u00a0: ce que vous écrivez ne tient que dans cet onglet. Libérez de l’espace pour le garder.',
    reload: false,
  },
  untaken: {
    text: 'Cet appareil n’a plus de place\u00a0: ce que vous gardiez pour hors connexion a été effacé.',
    reload: false,
  },
  newer: { text: 'Nouvelle version\u00a0: recharger', reload: true },
};

export interface DeviceAlert {
  trouble: DeviceTrouble;
  text: string;
  /** Only a new page helps. */
  reload: boolean;
}

export interface Incident {
  /** Milliseconds. */
  at: number;
  what: string;
}

const MOST_INCIDENTS = 20;

const alertsAtom = atom<DeviceAlert[]>([]);
export const useDeviceAlerts = () => useAtomValue(alertsAtom);

/** `detail` ends the sentence: ' (2 modifications).' */
export function showDeviceAlert(trouble: DeviceTrouble, detail = ''): void {
  const shown = pageStore.get(alertsAtom);
  if (shown.some((alert) => alert.trouble === trouble)) return;
  const { text, reload } = alertTexts[trouble];
  console.warn(`device: ${trouble}${detail}`);
  logIncident(trouble + detail);
  wantOverlay();
  pageStore.set(alertsAtom, [...shown, { trouble, text: text + detail, reload }]);
}

export function dismissDeviceAlert(trouble: DeviceTrouble): void {
  pageStore.set(alertsAtom, (shown) => shown.filter((alert) => alert.trouble !== trouble));
}

export const deviceAlerts = () => pageStore.get(alertsAtom);

export function incidents(): Incident[] {
  const stored = localItems.incidents.get();
  return Array.isArray(stored) ? stored : [];
}

export function logIncident(what: string): void {
  localItems.incidents.set([...incidents(), { at: Date.now(), what }].slice(-MOST_INCIDENTS));
}
