// React writes what belongs into <head> (titles, descriptions, links) in front of the markup it renders; this takes it
// apart, since the document around it is the server's.

const headElement = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)/;

export function splitHead(markup: string): { head: string; body: string } {
  let rest = markup;
  let head = '';
  for (let found = headElement.exec(rest); found; found = headElement.exec(rest)) {
    head += found[0];
    rest = rest.slice(found[0].length);
  }
  return { head, body: rest };
}
