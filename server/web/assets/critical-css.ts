// Finds the part of the styles that one page needs for its first paint: rules of classes that do not occur in its markup,
// and of what only happens under a pointer, are left out. The entry module brings the whole sheet afterwards, so a rule
// dropped here is late, never missing.

interface Rule {
  kind: 'rule';
  text: string;
  /** Alternatives of the selector, each with the classes it needs; no alternative: not for the first paint. */
  needs: string[][];
}
interface Group {
  kind: 'group';
  /** '@layer page', '@media (…)' */
  prelude: string;
  children: Node[];
}
interface Verbatim {
  kind: 'verbatim';
  text: string;
}
type Node = Rule | Group | Verbatim;
export type StyleTree = Node[];

const className = /\.[A-Za-z_][\w-]*/g;
/** Not before the page is alive: under the pointer, under the finger, on paper. */
const later = /:hover|:active|:disabled|:enabled|::selection|:focus|\[aria-busy/;
const laterGroup = /^@media (?:\(hover: ?hover\)|print)/;
const grouping = /^@(layer|media|supports|container)\b/;

/** Index after the brace that closes the one at `open`. */
function afterBlock(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    const char = css[at];
    if (char === '"' || char === "'") at = css.indexOf(char, at + 1);
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return css.length;
}

function needsOf(selector: string): string[][] {
  // What must be absent or may be absent is no need.
  const plain = selector.replace(/:(?:not|is|where|has)\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '');
  return plain
    .split(',')
    .filter((one) => !later.test(one))
    .map((one) => (one.match(className) ?? []).map((name) => name.slice(1)));
}

export function parseStyles(css: string): StyleTree {
  const nodes: Node[] = [];
  let at = 0;
  while (at < css.length) {
    const open = css.indexOf('{', at);
    const end = css.indexOf(';', at);
    if (open < 0 || (end >= 0 && end < open)) {
      // A statement such as '@layer reset, base;'.
      const stop = end < 0 ? css.length : end + 1;
      nodes.push({ kind: 'verbatim', text: css.slice(at, stop) });
      at = stop;
      continue;
    }
    const prelude = css.slice(at, open).trim();
    const stop = afterBlock(css, open);
    const text = css.slice(at, stop);
    if (laterGroup.test(prelude)) {
      at = stop;
      continue;
    }
    if (grouping.test(prelude)) {
      nodes.push({ kind: 'group', prelude, children: parseStyles(css.slice(open + 1, stop - 1)) });
    } else if (prelude.startsWith('@')) nodes.push({ kind: 'verbatim', text });
    else nodes.push({ kind: 'rule', text, needs: needsOf(prelude) });
    at = stop;
  }
  return nodes;
}

function classesIn(markup: string): Set<string> {
  const names = new Set<string>();
  for (const [, list = ''] of markup.matchAll(/class="([^"]*)"/g)) {
    for (const name of list.split(' ')) names.add(name);
  }
  return names;
}

function write(nodes: StyleTree, present: ReadonlySet<string>): string {
  return nodes
    .map((node) => {
      if (node.kind === 'verbatim') return node.text;
      if (node.kind === 'rule') {
        return node.needs.some((classes) => classes.every((name) => present.has(name))) ? node.text : '';
      }
      const inside = write(node.children, present);
      return inside === '' ? '' : `${node.prelude}{${inside}}`;
    })
    .join('');
}

/** @param markup the page's HTML, with its classes */
export function criticalStyles(styles: StyleTree, markup: string): string {
  return write(styles, classesIn(markup));
}
