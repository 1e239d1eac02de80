// Invitation to install: how this device can install the site, offered once.
// Guarantee: shown at one moment per device; never again after that, whatever the person answers, and never in the
// installed app.
import { useEffect, useState } from 'react';
import { localItems } from '../page/web-storage.ts';
import { installPrompt } from './install-prompt.ts';

/** prompt: by the browser's own dialog. share: by hand, from the share menu of Safari on iOS. */
export type InstallWay = 'prompt' | 'share';

/** Null if it is installed, cannot be, or is not offered by the browser (yet). */
export function installWay(): InstallWay | null {
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (installPrompt.event) return 'prompt';
  return 'standalone' in navigator && !navigator.standalone ? 'share' : null;
}

export interface InstallInvitation {
  /** Null: nothing to offer here. */
  way: InstallWay | null;
  /** Opens the browser's dialog. */
  accept(): void;
  dismiss(): void;
}

/** For the place and moment that invite; the first one that shows is the only one. */
export function useInstallInvitation(): InstallInvitation {
  const [way, setWay] = useState<InstallWay | null>(null);
  useEffect(() => {
    const offer = () => {
      const found = localItems.installInvited.get() ? null : installWay();
      if (!found) return;
      localItems.installInvited.set(true);
      setWay(found);
    };
    const leave = () => setWay(null);
    offer();
    // The browser may offer it later than this page is shown.
    addEventListener('beforeinstallprompt', offer);
    addEventListener('appinstalled', leave);
    return () => {
      removeEventListener('beforeinstallprompt', offer);
      removeEventListener('appinstalled', leave);
    };
  }, []);
  return {
    way,
    accept() {
      const { event } = installPrompt;
      installPrompt.event = null;
      setWay(null);
      event?.prompt().catch(console.warn);
    },
    dismiss: () => setWay(null),
  };
}
