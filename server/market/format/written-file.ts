// One file as somebody wrote it: YAML, or Markdown with YAML between two lines of dashes at its head.
// Guarantees: what cannot be read is a mistake with its line, never an exception; every value knows its line; a number that
// stands where a text belongs (a postal code) is taken as it is written.
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
import { refuseUnreadable } from '../../http/contract-input.ts';
import { Refusal } from '../../runtime/errors.ts';
import { fieldOf, type Mistake } from './mistakes.ts';

type Path = readonly PropertyKey[];

export interface WrittenFile {
  path: string;
  value: unknown;
  lineOf(path: Path): number;
  /** The text of a value as it stands in the file; undefined for lists and maps. */
  sourceOf(path: Path): string | undefined;
}

/** The field that the text below the head of a Markdown file fills. */
export const BODY = 'description';
const HEAD = /^---[ \t]*\n((?:[\s\S]*?\n)?)---[ \t]*(?:\n|$)/;

export function readYaml(path: string, text: string, mistakes: Mistake[]): WrittenFile | null {
  return parsed(path, text, 0, mistakes);
}

export function readMarkdown(path: string, text: string, mistakes: Mistake[]): WrittenFile | null {
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
  const file = parsed(path, head?.[1] ?? '', head ? 1 : 0, mistakes);
  if (!file) return null;
  const front = file.value ?? {};
  const bodyLine = Math.max(1, whole.split('\n').length);
  if (typeof front !== 'object' || Array.isArray(front)) return { ...file, value: front };
  if (BODY in front) {
    const message = 'Ce texte s’écrit sous l’en-tête, pas dedans.';
    mistakes.push({ file: path, line: file.lineOf([BODY]), field: BODY, message });
  }
  return {
    ...file,
    value: { ...front, [BODY]: text.slice(whole.length).trim() },
    lineOf: (asked) => (asked[0] === BODY ? bodyLine : file.lineOf(asked)),
  };
}

function parsed(path: string, text: string, linesBefore: number, mistakes: Mistake[]): WrittenFile | null {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number) => counter.linePos(offset).line + linesBefore;
  if (document.errors.length > 0) {
    for (const error of document.errors) {
      mistakes.push({ file: path, line: lineAt(error.pos[0]), field: '', message: unreadable(error) });
    }
    return null;
  }
  const value = plainValue(document);
  if (value instanceof Error) {
    mistakes.push({ file: path, line: 1, field: '', message: 'Trop de renvois (&, *) dans ce fichier.' });
    return null;
  }
  return {
    path,
    value,
    lineOf: (asked) => lineAt(walk(document, asked).offset),
    sourceOf: (asked) => {
      const { node, isFound } = walk(document, asked);
      return isFound && isScalar(node) ? node.source : undefined;
    },
  };
}

function plainValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return error instanceof Error ? error : new Error('unreadable');
  }
}

const words: Partial<Record<YAMLError['code'], string>> = {
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
const unreadable = (error: YAMLError): string => words[error.code] ?? `YAML illisible à cet endroit (${error.code}).`;

/** Goes along a path as far as it leads: what misses is looked for where it should stand. */
function walk(document: Document, path: Path): { node: unknown; offset: number; isFound: boolean } {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const step of path) {
    const held: unknown = isAlias(node) ? node.resolve(document) : node;
    if (isMap(held)) {
      const pair = held.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(step));
      if (!pair) return { node: undefined, offset, isFound: false };
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(held)) {
      const item = held.items[Number(step)] as Node | undefined;
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
 * The value through its shape; what is wrong with it goes to the mistakes.
 * @param standIns for required fields: with them in the place of wrong ones, the rest is still looked at by others
 */
export function checked<T>(
  file: WrittenFile,
  shape: z.ZodMiniType<T>,
  mistakes: Mistake[],
  standIns?: Readonly<Record<string, unknown>>,
): T | null {
  const tell = (path: Path, message: string) =>
    mistakes.push({ file: file.path, line: file.lineOf(path), field: fieldOf(path), message });
  const value = file.value ?? {};
  try {
    refuseUnreadable(value, Number.POSITIVE_INFINITY);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const violations = error.violations ?? [{ propertyPath: '', message: error.message }];
    for (const { propertyPath, message } of violations) tell(stepsOf(propertyPath), message);
    return null;
  }
  let result = shape.safeParse(value);
  if (!result.success && asWritten(file, value, result.error.issues)) result = shape.safeParse(value);
  if (result.success) return result.data;
  const wrong = new Set<PropertyKey>();
  for (const { propertyPath, message } of violationsOf(result.error)) {
    const path = stepsOf(propertyPath);
    tell(path, message === 'Paramètre inconnu.' ? 'Champ inconnu.' : message);
    if (path[0] !== undefined) wrong.add(path[0]);
  }
  if (!standIns || typeof value !== 'object') return null;
  const right = Object.entries(value).filter(([key]) => !wrong.has(key));
  const needed = Object.entries(standIns).filter(([key]) => wrong.has(key));
  return shape.safeParse(Object.fromEntries([...right, ...needed])).data ?? null;
}

const stepsOf = (propertyPath: string): PropertyKey[] =>
  propertyPath === '' ? [] : propertyPath.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** Puts the written text in the place of numbers where a text is expected. @returns whether there were any */
function asWritten(file: WrittenFile, value: unknown, issues: readonly z.core.$ZodIssue[]): boolean {
  let changed = false;
  for (const issue of issues) {
    if (issue.code !== 'invalid_type' || issue.expected !== 'string') continue;
    const source = file.sourceOf(issue.path);
    const held = issue.path
      .slice(0, -1)
      .reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown>)?.[step], value);
    const last = issue.path.at(-1);
    if (source === undefined || last === undefined || typeof held !== 'object' || held === null) continue;
    const holder = held as Record<PropertyKey, unknown>;
    if (typeof holder[last] !== 'number') continue;
    holder[last] = source;
    changed = true;
  }
  return changed;
}
