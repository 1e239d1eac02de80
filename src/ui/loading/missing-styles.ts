// Styles of a lazy part that failed to load: the bundler's loader asks for each sheet once only, so that a part which comes
// at the second attempt would come without its looks.

/** A sheet that failed is none in one browser, and one that cannot be read in another; all sheets of the app can be. */
function isThere({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

/** Asks again for every sheet of the page that is not there; rejects when one fails again. Disabled links name inline sheets. */
export async function bringMissingStyles(): Promise<void> {
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
