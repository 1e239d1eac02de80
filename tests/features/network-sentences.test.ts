// Every sentence about the network and about what waits, with when it is true: a new one takes its place in this table, and one
// that rests on something is shown only where that is known.
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { savedForCustomer } from '#features/merchant/orders/order-texts.ts';
import { howItLeaves, lastTryOf, rowStateOf, whyNothingLeaves } from '#features/waiting/pending-texts.ts';
import type { WaitingWrite } from '#state/pending/pending-writes.ts';
import { missingList } from '#ui/fields/several-field.tsx';
import { connectivityMessage } from '#ui/shell/connectivity-line.tsx';
import { sourceFiles } from '../support/source-files.ts';
import { sentences, type When } from './network-sentences.ts';

/** What the code of such a sentence asks. */
const restsOn: Partial<Record<When, RegExp>> = {
  away: /\b(online|weak|away|offline)\b/,
  // The last: an effect that follows the network, where pages' hooks are out of reach.
  asked: /\b(useOnReconnect|toast|flash)\(|\}, \[online\]\)/,
  waits: /\b(OutboxFull|waiting|parkedFor|complete|queued|stored|isWaiting|online|writes|pending)\b/i,
};

const about =
  /réseau|[Hh]ors connexion|automatiquement|tou[st] seuls?\b|d’(elle|lui|eux)-même|de soi-même|envoyé\.$|n’attend\b|\battend(ent)? (le|votre|son)\b|attend d’être|en attente d’envoi|injoignable|tarde à|[Ii]nterromp|dès que c’est envoyé/;
const plain = (text: string) => text.replaceAll(/(&nbsp;|[\s\u00a0\u202f])+/g, ' ').trim();

function sentencesIn(path: string, text: string): string[] {
  const found = new Set<string>();
  const note = (words: string) => about.test(plain(words)) && found.add(plain(words));
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node)) note(node.text);
    if (ts.isTemplateExpression(node)) {
      note([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
      for (const { expression } of node.templateSpans) visit(expression);
    } else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return [...found];
}

describe('every sentence about the network and pending writes', () => {
  const files = sourceFiles(['src', 'sw']).filter(({ path }) => /\.tsx?$/.test(path) && !/^src\/contract/.test(path));
  const shortPath = (path: string) => path.replace(/^src\//, '');
  const shown = files.flatMap(({ path, text }) => sentencesIn(path, text).map((one) => `${shortPath(path)}: ${one}`));
  const known = Object.values(sentences).flatMap((byFile) =>
    Object.entries(byFile).flatMap(([path, texts]) => texts.map((one) => `${path}: ${one}`)),
  );

  it('is in the table with its condition', () => {
    expect(shown.toSorted()).toEqual(known.toSorted());
  });

  it.each(Object.entries(restsOn))('that is true while %s stands where that is asked', (when, asks) => {
    const paths = Object.keys(sentences[when as When]);
    const unasked = paths.filter((path) => !asks.test(files.find((file) => shortPath(file.path) === path)?.code ?? ''));
    expect(unasked).toEqual([]);
  });
});

const now = 1_800_000_000_000;
const write = { parkedFor: null, waitsFor: null, canRetry: false } as WaitingWrite;
const parked = (parkedFor: WaitingWrite['parkedFor'], canRetry = false) => ({ ...write, parkedFor, canRetry });
const online = true;
const absent = false;

describe('texts about pending writes', () => {
  it.each([
    [
      'all leaves by itself',
      [write],
      online,
      'Gardé sur cet appareil\u00a0: tout est envoyé automatiquement, dans l’ordre.',
      null,
    ],
    [
      'all will',
      [write],
      absent,
      'Gardé sur cet appareil\u00a0: tout sera envoyé automatiquement dès le retour du réseau.',
      'Le réseau ne répond pas\u00a0: rien n’est perdu, l’envoi se fera automatiquement.',
    ],
    [
      'some does',
      [write, parked('dependency')],
      online,
      'Gardé sur cet appareil\u00a0: ce qui ne demande rien est envoyé automatiquement, dans l’ordre.',
      null,
    ],
    [
      'nothing does: the session is over',
      [parked('auth')],
      online,
      'Gardé sur cet appareil.',
      'Rien ne sera envoyé tant que vous n’êtes pas reconnecté.',
    ],
    [
      'nothing does: a choice is to be made',
      [parked('dependency')],
      online,
      'Gardé sur cet appareil.',
      'Rien ne sera envoyé automatiquement\u00a0: ce qui reste attend votre choix.',
    ],
    ['only what is asked again does', [parked('stuck', true)], online, 'Gardé sur cet appareil.', null],
    [
      'only what is asked again would',
      [parked('stuck', true)],
      absent,
      'Gardé sur cet appareil.',
      'Le réseau ne répond pas\u00a0: rien n’est perdu.',
    ],
  ])('above the list and beside its button, where %s, is one and the same', (_, writes, isOnline, above, beside) => {
    expect(howItLeaves(writes, isOnline)).toBe(above);
    expect(whyNothingLeaves(writes, isOnline)).toBe(beside);
    // Never that something goes by itself, and that nothing does.
    expect(/automatiquement/.test(above) && /Rien ne part/.test(beside ?? '')).toBe(false);
  });

  it.each([
    [{ at: now }, 'pas de réponse'],
    [{ at: now, status: 409, text: '409' }, 'le marché n’a pas pu s’en occuper'],
    [{ at: now, status: 409, text: '' }, 'le marché n’a pas pu s’en occuper'],
    [
      { at: now, status: 503, text: 'Service indisponible.' },
      'le marché a répondu «\u00a0Service indisponible.\u00a0»',
    ],
    [{ at: now, status: 200 }, 'la réponse ne vient pas du marché, mais peut-être d’un portail Wi-Fi'],
  ])('of its last attempt, %j, has no bare number', (lastTry, words) => {
    expect(lastTryOf({ lastTry }, now)).toBe(`Dernier essai à l’instant\u00a0: ${words}`);
  });

  it.each([online, absent])('mentions the reconnect only while offline (online: %s)', (isOnline) => {
    const standing = {
      state: 'queued',
      parkedFor: null,
      nextAt: null,
      undo: false,
      behind: false,
      waitsFor: null,
    } as const;
    const shown = [
      savedForCustomer(isOnline),
      missingList(isOnline),
      howItLeaves([write], isOnline),
      rowStateOf(standing, { now, online: isOnline, weak: false }).words,
      connectivityMessage({
        online: isOnline,
        weak: false,
        waiting: 1,
        refused: 0,
        urgent: false,
        loginTo: null,
        onShow: undefined,
      })?.words,
    ];
    for (const sentence of shown) expect(/réseau|Hors connexion/.test(sentence ?? ''), sentence).toBe(!isOnline);
  });
});
