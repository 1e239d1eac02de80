// Stylesheets of a lazy part that failed to load. The bundler requests each only once, so a retried part would have no
// styles.

/** A failed stylesheet is null in some browsers and unreadable in others; the app's own are readable. */
function isThere({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

/** Reloads all failed stylesheets; rejects if one fails again. Disabled links belong to inline styles. */
export async function loadMissingStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])');
  const missing = [...links].filter((link) => !isThere(link));
  await Promise.all(
    missing.map(
      (old) =>
        new Promise((resolve, reject) => {
          const link = document.createElement('link');
          link.rel = 'stylesheet';
          link.href = old.href;
          link.onload = resolve;
          link.onerror = reject;
          old.replaceWith(link);
        }),
    ),
  );
}
