// Styles of a lazy part that failed to load: the bundler's loader asks for each sheet once only, so that a part which comes
// at the second attempt would come without its looks.

/** Asks again for every sheet of the page that is not there; rejects when one fails again. */
export async function bringMissingStyles(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    ({ sheet }) => sheet === null,
  );
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
