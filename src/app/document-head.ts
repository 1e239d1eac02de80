// Document head: separates the <head> elements that React writes before the rendered markup, since the server owns the
// document.

const headElement = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)/;

export function splitHead(markup: string): { head: string; body: string } {
  let rest = markup;
  let head = '';
  for (let found = headElement.exec(rest); found; found = headElement.exec(rest)) {
    // Pictures follow in the markup, so only the important one of the first view is preloaded.
    const isMinor = /^<link rel="preload" as="image"/.test(found[0]) && !/fetchPriority="high"/i.test(found[0]);
    if (!isMinor) head += found[0];
    rest = rest.slice(found[0].length);
  }
  return { head, body: rest };
}
