// Leaves out of Dexie what nobody here uses: methods, statics, and layers that every request passes without being changed.
// Guarantee: a version of Dexie that no longer has one of these pieces fails the build instead of growing or breaking unseen.
import type { Plugin } from 'vite';
import { without } from './lean-libraries.ts';

/** By the class they belong to; 'statics' are what Dexie itself carries. */
const unused: Record<string, string> = {
  Table: 'each offset limit reverse mapToClass defineClass upsert bulkAdd',
  Collection: 'raw until or desc eachKey eachUniqueKey eachPrimaryKey uniqueKeys distinct',
  WhereClause:
    'aboveOrEqual belowOrEqual startsWithIgnoreCase equalsIgnoreCase anyOfIgnoreCase startsWithAnyOfIgnoreCase notEqual noneOf inAnyRange startsWithAnyOf',
  Transaction: 'waitFor',
  Version: 'upgrade',
  Dexie: 'backendDB hasBeenClosed hasFailed dynamicallyOpened delete',
  statics:
    'delete exists getDatabaseNames defineClass ignoreTransaction async spawn waitFor debug derive extend props override Events extendObservabilitySet getByKeyPath setByKeyPath delByKeyPath shallowClone deepClone getObjectDiff asap connections errnames cache semVer',
};

/**
 * Dexie keeps in memory what its live queries have read, and stands in the way of each transaction for it: those few that there
 * are here read small counts anew. Nobody hooks into writes, and every index is asked for by its whole name.
 */
const pieces = [
  '        this.use(cacheExistingValuesMiddleware);\n',
  '        this.use(cacheMiddleware);\n',
  '        signalSubscribersNow(updateParts, true);\n',
  'signalSubscribersNow(everything, true);',
  '        this.use(virtualIndexMiddleware);\n',
  '        this.use(hooksMiddleware);\n',
  '                creating: [hookCreatingChain, nop],\n',
  '                updating: [hookUpdatingChain, nop],\n',
  '                deleting: [hookDeletingChain, nop],\n',
  'setDebug(debug);\n',
  // On localhost it would do more than elsewhere.
  " typeof location !== 'undefined' &&\n    /^(http|https):\\/\\/(localhost|127\\.0\\.0\\.1)/.test(location.href)",
];

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/** The members of a class, or of the object with the statics. */
function membersOf(program: Node, owner: string): Node[] {
  for (const statement of program.body as Node[]) {
    const { type, expression } = statement as Node & { expression?: { callee?: { name?: string }; arguments: Node[] } };
    if (owner === 'statics') {
      const [on, statics] = expression?.callee?.name === 'props' ? expression.arguments : [];
      if (on?.name === 'Dexie') return statics?.properties as Node[];
      continue;
    }
    const [declared] = (statement.declarations ?? []) as { init?: Node }[];
    const node = type === 'ClassDeclaration' ? statement : declared?.init;
    if (node?.type !== 'ClassDeclaration' && node?.type !== 'ClassExpression') continue;
    if ((node.id as { name?: string } | null)?.name === owner) return (node.body as { body: Node[] }).body;
  }
  return [];
}

/** @param kept what a test uses to look on or to break something: `Table.bulkAdd`, or a word of a piece */
export const leanDexie = (kept: readonly string[] = []): Plugin => ({
  name: 'etal:lean-dexie',
  transform: {
    filter: { id: /\/dexie\/dist\/modern\/dexie\.mjs$/ },
    handler(code, id) {
      const out = pieces.filter((piece) => !kept.some((word) => piece.includes(word)));
      const left = without(code, out, id).replace('var debug =;', 'const debug = false;');
      const program = this.parse(left) as unknown as Node;
      const cut = Object.entries(unused).flatMap(([owner, names]) => {
        const members = membersOf(program, owner);
        const going = names.split(' ').filter((name) => !kept.includes(`${owner}.${name}`));
        return going.map((name) => {
          const found = members.filter(({ key }) => (key as { name?: string } | undefined)?.name === name);
          if (found.length !== 1) throw new Error(`${id}: ${owner} has ${found.length} times ${name}`);
          return found[0] as Node;
        });
      });
      return cut
        .sort((a, b) => b.start - a.start)
        .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(rest[end] === ',' ? end + 1 : end), left);
    },
  },
});
