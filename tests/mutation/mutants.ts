// The small mistakes that could be made in a source: each one place, one other text. Guarantee: pure; only what runs is
// changed (no types, no imports), and nothing that would not even load.
import { parseSync } from 'vite';

export interface Mutant {
  /** From the project's root. */
  file: string;
  /** What stands there, from and to where, and what stands there instead. */
  start: number;
  end: number;
  instead: string;
  line: number;
}

export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const operators: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};
const methods: Record<string, string> = { some: 'every', every: 'some', min: 'max', max: 'min', first: 'last' };

/** Types stand beside what runs, but for these, which hold some of it. */
const holdsCode = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];
const isSilent = ({ type }: Node) =>
  (type.startsWith('TS') && !holdsCode.includes(type)) || /^(Import|ExportAll)/.test(type);

/** Every mistake of this file, in the order of its text. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const found: Mutant[] = [];
  const text = (node: Node) => source.slice(node.start, node.end);
  const add = (start: number, end: number, instead: string) =>
    found.push({ file, start, end, instead, line: source.slice(0, start).split('\n').length });
  const replace = (node: Node, instead: string) => add(node.start, node.end, instead);

  function between(left: Node, right: Node, operator: string): void {
    const instead = operators[operator];
    const at = source.indexOf(operator, left.end);
    // Texts are joined with it, too.
    const joins = operator === '+' && /['"`]/.test(text(left) + text(right));
    if (instead && !joins && at >= 0 && at < right.start) add(at, at + operator.length, instead);
  }

  function examine(node: Node): void {
    const { test, left, right, operator, argument, expression, property, value } = node;
    switch (node.type) {
      case 'IfStatement':
      case 'ConditionalExpression':
        if (isNode(test)) replace(test, `!(${text(test)})`);
        break;
      case 'LogicalExpression':
      case 'BinaryExpression':
        if (!isNode(left) || !isNode(right)) break;
        if (operator === '??') replace(node, text(left));
        else between(left, right, String(operator));
        break;
      case 'UnaryExpression':
        if (operator === '!' && isNode(argument)) replace(node, `(${text(argument)})`);
        break;
      case 'ExpressionStatement':
        if (isNode(expression) && /^(Await|Call|Assignment|Unary)Expression$/.test(expression.type)) replace(node, ';');
        break;
      case 'ThrowStatement':
        replace(node, ';');
        break;
      case 'ReturnStatement':
        if (isNode(argument)) replace(node, 'return undefined;');
        break;
      case 'MemberExpression': {
        const instead = isNode(property) && methods[text(property)];
        if (isNode(property) && instead) replace(property, instead);
        break;
      }
      case 'Literal':
        if (typeof value === 'boolean') replace(node, String(!value));
        if (typeof value === 'number') replace(node, String(value + 1));
        // Names and codes; sentences are contracts that other tests hold.
        if (typeof value === 'string' && /^[\w.:-]+$/.test(value)) replace(node, `'${value}x'`);
    }
  }

  function walk(node: Node): void {
    if (isSilent(node)) return;
    examine(node);
    for (const [name, value] of Object.entries(node)) {
      const isName = (name === 'key' || name === 'property') && node.computed !== true;
      if (isName || name === 'typeAnnotation' || name === 'typeArguments' || name === 'typeParameters') continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child);
    }
  }
  walk(parseSync(file, source, { lang: 'ts' }).program as unknown as Node);
  return found.filter(({ start, end, instead }) => source.slice(start, end) !== instead);
}

export const mutated = (source: string, { start, end, instead }: Mutant): string =>
  source.slice(0, start) + instead + source.slice(end);

/** The lines it changes, as they were and as they are, for people and for `argued.json`. */
export function linesOf(source: string, mutant: Mutant): { was: string; is: string } {
  const from = source.lastIndexOf('\n', mutant.start - 1) + 1;
  const to = (source.indexOf('\n', mutant.end) + 1 || source.length + 1) - 1;
  const is = source.slice(from, mutant.start) + mutant.instead + source.slice(mutant.end, to);
  return { was: source.slice(from, to).trim(), is: is.trim() };
}
