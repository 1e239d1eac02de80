// Error reports: sends uncaught errors of this page's scripts to the server, which logs them without personal data.
import { MAX_ERROR_MESSAGE, MAX_ERROR_PAGE, MAX_ERROR_STACK } from '#contract/limits.ts';

/** Per page load; the server limits callers, too. */
const MAX_REPORTS = 5;

export function reportErrors(apiEndpoint: string, buildId: string): void {
  const sent = new Set<string>();
  const report = (failure: unknown) => {
    // Extensions and the console run other scripts.
    if (!(failure instanceof Error) || !failure.stack?.includes('/assets/')) return;
    const message = `${failure.name}: ${failure.message}`.slice(0, MAX_ERROR_MESSAGE);
    if (sent.size === MAX_REPORTS || sent.has(message)) return;
    sent.add(message);
    const page = (location.pathname.split('/')[1] ?? '').slice(0, MAX_ERROR_PAGE);
    const body = { message, stack: failure.stack.slice(0, MAX_ERROR_STACK), page, build: buildId };
    navigator.sendBeacon(
      `${apiEndpoint}/browser_errors`,
      new Blob([JSON.stringify(body)], { type: 'application/json' }),
    );
  };
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
