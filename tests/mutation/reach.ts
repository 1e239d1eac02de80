// Which tests reach which part of the sources: each function says so when it is entered, to a file, with the test that runs.
// Guarantee: what is marked does what it did; a line is never moved.
import { createHash } from 'node:crypto';
import { parseSync } from 'vite';
import { isNode, type Mutant, type Node } from './mutants.ts';

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Every function of this source, outer ones first. */
export function functionsOf(file: string, source: string): Node[] {
  const found: Node[] = [];
  const walk = (node: Node) => {
    if (/^(Function|ArrowFunction)/.test(node.type) && isNode(node.body)) found.push(node);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child);
    }
  };
  walk(parseSync(file, source, { lang: 'ts' }).program as unknown as Node);
  return found;
}

/** The innermost function that holds this place; null outside of all. */
export function markOf(functions: readonly Node[], { file, start, end }: Mutant): string | null {
  const index = functions.findLastIndex((one) => {
    const body = one.body as Node;
    return body.start <= start && end <= body.end;
  });
  return index < 0 ? null : `${file}#${index}`;
}

const teller = (log: string) =>
  `globalThis.etalReach ??= ((told) => (mark) => { const line = (globalThis.__vitest_worker__?.filepath ?? '') + '\\t' + mark + '\\n'; if (told.has(line)) return; told.add(line); process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(log)}, line); })(new Set());`;

/** The same source; it writes into `log` which of its functions are entered. */
export function marked(file: string, source: string, log: string): string {
  const insertions: [at: number, text: string][] = [];
  for (const [index, { body }] of functionsOf(file, source).entries()) {
    const { type, start, end } = body as Node;
    const mark = `globalThis.etalReach?.(${JSON.stringify(`${file}#${index}`)})`;
    if (type === 'BlockStatement') insertions.push([start + 1, `${mark};`]);
    else insertions.push([start, `(${mark}, `], [end, ')']);
  }
  const texts = insertions
    .map(([at, text], order) => ({ at, text, order }))
    .sort((a, b) => b.at - a.at || b.order - a.order);
  let result = source;
  for (const { at, text } of texts) result = result.slice(0, at) + text + result.slice(at);
  return `${teller(log)} globalThis.etalReach(${JSON.stringify(`${file}#`)}); ${result}`;
}
