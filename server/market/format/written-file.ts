// File parser: YAML, or Markdown with a YAML front matter.
// Guarantees: a parse error is a mistake with its line, never an exception; every value has a line; a number in place
// of a text (a postal code) is read as written.
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLError,
} from 'yaml';
import type * as z from 'zod/mini';
import { violationsOf } from '#contract/violations.ts';
import { requireReadable } from '../../http/contract-input.ts';
import { Refusal } from '../../runtime/errors.ts';
import { formatField, type Mistake } from './mistakes.ts';

type Path = readonly PropertyKey[];

/** Where an entry was read. */
export interface FileSource {
  path: string;
  lineOf(path: Path): number;
}

export interface WrittenFile extends FileSource {
  value: unknown;
  /** Source text of a scalar; undefined for lists and maps. */
  sourceOf(path: Path): string | undefined;
}

/** Field of the text below a Markdown front matter. */
export const BODY = 'description';
const HEAD = /^---[ \t]*\n((?:[\s\S]*?\n)?)---[ \t]*(?:\n|$)/;

export function readYamlFile(path: string, text: string, mistakes: Mistake[]): WrittenFile | null {
  return parseFile(path, text, 0, mistakes);
}

export function readMarkdownFile(path: string, text: string, mistakes: Mistake[]): WrittenFile | null {
  const head = HEAD.exec(text);
  if (!head && /^---[ \t]*\n/.test(text)) {
    mistakes.push({
      file: path,
      line: 1,
      field: '',
      message: 'L’en-tête ouvert par «\u00a0---\u00a0» n’est pas fermé.',
    });
    return null;
  }
  const whole = head?.[0] ?? '';
  const file = parseFile(path, head?.[1] ?? '', head ? 1 : 0, mistakes);
  if (!file) return null;
  const { lineOf } = file;
  const front = file.value ?? {};
  const bodyLine = Math.max(1, whole.split('\n').length);
  if (typeof front !== 'object' || Array.isArray(front)) return { ...file, value: front };
  if (BODY in front) {
    const message = 'Ce texte s’écrit sous l’en-tête, pas dedans.';
    mistakes.push({ file: path, line: lineOf([BODY]), field: BODY, message });
  }
  return {
    ...file,
    value: { ...front, [BODY]: text.slice(whole.length).trim() },
    lineOf: (asked) => (asked[0] === BODY ? bodyLine : lineOf(asked)),
  };
}

function parseFile(path: string, text: string, linesBefore: number, mistakes: Mistake[]): WrittenFile | null {
  const { document, lineAt } = parseLines(text, linesBefore);
  if (document.errors.length > 0) {
    for (const error of document.errors) {
      mistakes.push({ file: path, line: lineAt(error.pos[0]), field: '', message: yamlMessage(error) });
    }
    return null;
  }
  const value = toPlainValue(document);
  if (value instanceof Error) {
    mistakes.push({ file: path, line: 1, field: '', message: 'Trop de renvois (&, *) dans ce fichier.' });
    return null;
  }
  // Parsed again for each mistake: the documents of a large folder would fill the memory.
  return {
    path,
    value,
    lineOf: (asked) => {
      const again = parseLines(text, linesBefore);
      return again.lineAt(findNode(again.document, asked).offset);
    },
    sourceOf: (asked) => {
      const { node, isFound } = findNode(parseLines(text, linesBefore).document, asked);
      return isFound && isScalar(node) ? node.source : undefined;
    },
  };
}

function parseLines(text: string, linesBefore: number) {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  return { document, lineAt: (offset: number) => counter.linePos(offset).line + linesBefore };
}

function toPlainValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return error instanceof Error ? error : new Error('unreadable');
  }
}

const yamlMessages: Partial<Record<YAMLError['code'], string>> = {
  DUPLICATE_KEY: 'Ce champ est écrit deux fois.',
  TAB_AS_INDENT: 'Une tabulation décale cette ligne\u00a0: employez des espaces.',
  BAD_INDENT: 'Cette ligne n’est pas décalée comme ses voisines.',
  MISSING_CHAR: 'Il manque un signe ici (un guillemet, un crochet ou «\u00a0:\u00a0»).',
  MULTILINE_IMPLICIT_KEY: 'Ce champ n’est pas suivi de «\u00a0:\u00a0», ou un guillemet n’est pas fermé.',
  BLOCK_AS_IMPLICIT_KEY:
    'Cette ligne n’est pas décalée comme il faut, ou un texte qui contient «\u00a0:\u00a0» n’est pas entre guillemets.',
  UNEXPECTED_TOKEN: 'Ce signe n’a pas sa place ici\u00a0: mettez le texte entre guillemets.',
  MULTIPLE_DOCS: 'Un seul document par fichier\u00a0: retirez la ligne «\u00a0---\u00a0».',
};
const yamlMessage = (error: YAMLError): string =>
  yamlMessages[error.code] ?? `YAML illisible à cet endroit (${error.code}).`;

/** Follows a path as far as it exists; a missing value gets the position of its parent. */
function findNode(document: Document, path: Path): { node: unknown; offset: number; isFound: boolean } {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const step of path) {
    const target: unknown = isAlias(node) ? node.resolve(document) : node;
    if (isMap(target)) {
      const pair = target.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(step));
      if (!pair) return { node: undefined, offset, isFound: false };
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(target)) {
      const item = target.items[Number(step)] as Node | undefined;
      if (!item?.range) return { node: undefined, offset, isFound: false };
      offset = item.range[0];
      node = item;
    } else {
      return { node: undefined, offset, isFound: false };
    }
  }
  return { node, offset, isFound: true };
}

/**
 * Validates the file's value by its shape and reports mistakes.
 * @param placeholders for required fields: replace invalid ones, so that the rest is still checked
 */
export function parseWithShape<T>(
  file: WrittenFile,
  shape: z.ZodMiniType<T>,
  mistakes: Mistake[],
  placeholders?: Readonly<Record<string, unknown>>,
): T | null {
  const report = (path: Path, message: string) =>
    mistakes.push({ file: file.path, line: file.lineOf(path), field: formatField(path), message });
  const value = file.value ?? {};
  try {
    requireReadable(value, Number.POSITIVE_INFINITY);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const violations = error.violations ?? [{ propertyPath: '', message: error.message }];
    for (const { propertyPath, message } of violations) report(parseSteps(propertyPath), message);
    return null;
  }
  let result = shape.safeParse(value);
  if (!result.success && restoreTexts(file, value, result.error.issues)) result = shape.safeParse(value);
  if (result.success) return result.data;
  const wrong = new Set<PropertyKey>();
  for (const { propertyPath, message } of violationsOf(result.error)) {
    const path = parseSteps(propertyPath);
    report(path, message === 'Paramètre inconnu.' ? 'Champ inconnu.' : message);
    if (path[0] !== undefined) wrong.add(path[0]);
  }
  if (!placeholders || typeof value !== 'object') return null;
  const right = Object.entries(value).filter(([key]) => !wrong.has(key));
  const needed = Object.entries(placeholders).filter(([key]) => wrong.has(key));
  return shape.safeParse(Object.fromEntries([...right, ...needed])).data ?? null;
}

const parseSteps = (propertyPath: string): PropertyKey[] =>
  propertyPath === '' ? [] : propertyPath.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/**
 * Replaces numbers by their source text where a text is expected.
 * @returns true if a value was replaced
 */
function restoreTexts(file: WrittenFile, value: unknown, issues: readonly z.core.$ZodIssue[]): boolean {
  let changed = false;
  for (const issue of issues) {
    if (issue.code !== 'invalid_type' || issue.expected !== 'string') continue;
    const source = file.sourceOf(issue.path);
    const found = issue.path
      .slice(0, -1)
      .reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown>)?.[step], value);
    const last = issue.path.at(-1);
    if (source === undefined || last === undefined || typeof found !== 'object' || found === null) continue;
    const parent = found as Record<PropertyKey, unknown>;
    if (typeof parent[last] !== 'number') continue;
    parent[last] = source;
    changed = true;
  }
  return changed;
}
