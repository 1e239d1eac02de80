// React writes what belongs into <head> (titles, descriptions, links) in front of the markup it renders; this takes it
// apart, since the document around it is the server's.

const headElement = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)/;

export function splitHead(markup: string): { head: string; body: string } {
  let rest = markup;
  let head = '';
  for (let found = headElement.exec(rest); found; found = headElement.exec(rest)) {
    // Pictures stand in the page itself a few lines below: only the one that the first view turns on is announced.
    const isMinor = /^<link rel="preload" as="image"/.test(found[0]) && !/fetchPriority="high"/i.test(found[0]);
    if (!isMinor) head += found[0];
    rest = rest.slice(found[0].length);
  }
  return { head, body: rest };
}
