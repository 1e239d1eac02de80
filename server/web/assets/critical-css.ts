// Finds the part of the styles that one page needs until all are there: left out are rules of classes, elements and shops that
// do not occur in its markup, and of what only happens under a pointer. States stay, for the page may live and change before the
// entry module has brought the whole sheet. A rule dropped here is late, never missing.
import { AttributeAction, isTraversal, parse, type Selector, SelectorType } from 'css-what';

interface Rule {
  kind: 'rule';
  /** One for each alternative of the selector that a first paint may need. */
  selectors: readonly { text: string; applies: Applies }[];
  /** '{…}' */
  block: string;
}
interface Group {
  kind: 'group';
  /** '@layer page', '@media (…)' */
  prelude: string;
  children: Node[];
}
interface Movement {
  kind: 'movement';
  name: string;
  text: string;
}
interface Verbatim {
  kind: 'verbatim';
  text: string;
}
type Node = Rule | Group | Movement | Verbatim;
export type StyleTree = Node[];

/** What occurs in a page: `tag main`, `class card`, `stall 3`. */
type Present = ReadonlySet<string>;
/** Whether a selector may match an element of the page. */
type Applies = (present: Present) => boolean;

/** Not before the page is alive: under the pointer, under the finger, in a dialog. */
const laterPseudos = /^(?:hover|active|focus|focus-visible|focus-within|selection|backdrop|modal)$/;
const laterGroup = /^@media (?:\(hover: ?hover\)|print)/;
const grouping = /^@(layer|media|supports|container)\b/;
const keyframes = /^@keyframes\s+(\S+)/;
/** What stands around every page. */
const around = ['tag html', 'tag body', 'tag aside', 'tag a', 'tag p'];
/** The hue of a shop: the one attribute that no element changes. */
const STALL = 'data-stall';

const always: Applies = () => true;
const never: Applies = () => false;
const every =
  (all: readonly Applies[]): Applies =>
  (present) =>
    all.every((applies) => applies(present));
const some =
  (all: readonly Applies[]): Applies =>
  (present) =>
    all.some((applies) => applies(present));

/** One of the alternatives, all of it. */
const applyingOf = (alternatives: readonly Selector[][]): Applies =>
  some(alternatives.map((selector) => every(selector.map(appliesOf))));

function appliesOf(token: Selector): Applies {
  if (isTraversal(token)) return always;
  switch (token.type) {
    case SelectorType.Tag:
      return (present) => present.has(`tag ${token.name}`);
    case SelectorType.Attribute: {
      const { name, action, value } = token;
      if (name === 'class' && action === AttributeAction.Element) return (present) => present.has(`class ${value}`);
      if (name === STALL && action === AttributeAction.Equals) return (present) => present.has(`stall ${value}`);
      return always;
    }
    case SelectorType.Pseudo:
      if (laterPseudos.test(token.name)) return never;
      if (!/^(?:is|where|has)$/.test(token.name) || !Array.isArray(token.data)) return always;
      return applyingOf(token.data);
    case SelectorType.PseudoElement:
      return laterPseudos.test(token.name) ? never : always;
    default:
      return always;
  }
}

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

/** The alternatives of a selector, at commas that stand in no parentheses, brackets or quotes. */
function alternatives(prelude: string): string[] {
  const inside = /"[^"]*"|'[^']*'|\[[^\]]*\]/g;
  const plain = prelude.replace(inside, (text) => ' '.repeat(text.length));
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < plain.length; at += 1) {
    if (plain[at] === '(') depth += 1;
    else if (plain[at] === ')') depth -= 1;
    else if (plain[at] === ',' && depth === 0) {
      found.push(prelude.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...found, prelude.slice(start).trim()];
}

/** A selector that cannot be read is needed everywhere. */
function readSelector(text: string): Applies {
  try {
    return applyingOf(parse(text));
  } catch {
    return always;
  }
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
    const name = keyframes.exec(prelude)?.[1];
    if (grouping.test(prelude)) {
      if (!laterGroup.test(prelude)) {
        nodes.push({ kind: 'group', prelude, children: parseStyles(css.slice(open + 1, stop - 1)) });
      }
    } else if (name) nodes.push({ kind: 'movement', name, text });
    else if (prelude.startsWith('@')) nodes.push({ kind: 'verbatim', text });
    else {
      const selectors = alternatives(prelude).map((one) => ({ text: one, applies: readSelector(one) }));
      nodes.push({ kind: 'rule', selectors, block: css.slice(open, stop) });
    }
    at = stop;
  }
  return nodes;
}

function presentIn(markup: string): Present {
  const found = new Set(around);
  for (const [, tag] of markup.matchAll(/<([a-z][\w-]*)/gi)) found.add(`tag ${tag?.toLowerCase()}`);
  for (const [, list = ''] of markup.matchAll(/\sclass="([^"]*)"/g)) {
    for (const name of list.split(' ')) found.add(`class ${name}`);
  }
  for (const [, stall] of markup.matchAll(/\sdata-stall="([^"]*)"/g)) found.add(`stall ${stall}`);
  return found;
}

function write(nodes: StyleTree, present: Present, moves: (name: string) => boolean): string {
  return nodes
    .map((node) => {
      if (node.kind === 'verbatim') return node.text;
      if (node.kind === 'movement') return moves(node.name) ? node.text : '';
      if (node.kind === 'rule') {
        const selectors = node.selectors.filter(({ applies }) => applies(present)).map(({ text }) => text);
        return selectors.length > 0 ? selectors.join(',') + node.block : '';
      }
      const inside = write(node.children, present, moves);
      return inside === '' ? '' : `${node.prelude}{${inside}}`;
    })
    .join('');
}

/** @param markup the page's HTML, with its classes */
export function criticalStyles(styles: StyleTree, markup: string): string {
  const present = presentIn(markup);
  const still = write(styles, present, () => false);
  return write(styles, present, (name) => still.includes(name));
}
