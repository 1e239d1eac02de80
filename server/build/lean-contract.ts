// Leaves the bounds of what is sent out of the browser's bundles: the server checks them, page and worker only read answers.
// Guarantee: a record keeps its method, its path, what happens without a network and the shape of its answer; that it has a
// body is still said. A form that tells mistakes by the same rules names its shape (`src/contract/form-shapes.ts`).
import type { Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

const nameOf = ({ key }: Node) => (key as { name?: string } | undefined)?.name;

/** Without the words of types around it. */
function bare(node: Node): Node {
  return node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' ? bare(node.expression as Node) : node;
}

const propertiesOf = (node: Node) =>
  node.type === 'ObjectExpression' ? (node.properties as Node[]).filter(({ type }) => type === 'Property') : [];

/** A record of a call, as they stand in the tables of the contract, or what several of them share. */
function isRecord(properties: readonly Node[]): boolean {
  const names = properties.map(nameOf);
  return names.includes('method') && names.includes('offline');
}

interface Change {
  start: number;
  end: number;
  text: string;
}

function changesOf(initial: Node): Change[] {
  const own = propertiesOf(initial);
  const records = isRecord(own) ? [own] : own.map(({ value }) => propertiesOf(value as Node));
  if (!records.some(isRecord)) {
    // Of the shapes, those that are left unused go.
    const { type, start, end } = initial;
    if (!/^(Call|New|Object)Expression$/.test(type)) return [];
    return [
      { start, end: start, text: '/* @__PURE__ */ (() => (' },
      { start: end, end, text: '))()' },
    ];
  }
  return records.flat().flatMap((property): Change[] => {
    const [name, value] = [nameOf(property), property.value as Node];
    if (name === 'body') return [{ start: value.start, end: value.end, text: 'true' }];
    // With the comma that follows it.
    if (name === 'params' || name === 'query') return [{ start: property.start, end: property.end + 1, text: '' }];
    return [];
  });
}

export const leanContract: Plugin = {
  name: 'etal:lean-contract',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/contract\/[^/]+\.ts$/ },
    handler(code) {
      const { body } = this.parse(code, { lang: 'ts' }) as unknown as { body: Node[] };
      const declared = body.flatMap((statement) => {
        const declaration = (statement.declaration ?? statement) as Node;
        return declaration.type === 'VariableDeclaration' ? (declaration.declarations as { init?: Node }[]) : [];
      });
      const changes = declared.flatMap(({ init }) => (init ? changesOf(bare(init)) : []));
      return changes
        .sort((a, b) => b.start - a.start)
        .reduce((text, change) => text.slice(0, change.start) + change.text + text.slice(change.end), code);
    },
  },
};
