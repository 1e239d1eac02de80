// Install prompt: the browser's offer to install the site, captured for later (Chromium only).
// Part of the first load: the browser makes it once, as soon as the page has loaded.

/** Not in the DOM library: Chromium only. */
export interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** `event`: null until the browser offers it, and after it was used. */
export const installPrompt: { event: InstallPromptEvent | null } = { event: null };

/** Instead of the browser's own banner: the page offers it when it makes sense. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.event = event as InstallPromptEvent;
  });
}
