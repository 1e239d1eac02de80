// Texts of a pending write's state.
import { formatAge } from '#domain/time/dates.ts';
import type { WaitingWrite } from '#state/pending/pending-writes.ts';
import type { RowState } from '#ui/pending/pending-row.tsx';

export interface Circumstances {
  /** Milliseconds since 1970. */
  now: number;
  online: boolean;
  /** Connected, and the market does not answer. */
  weak: boolean;
}

type Standing = Pick<WaitingWrite, 'state' | 'parkedFor' | 'nextAt' | 'undo' | 'behind' | 'waitsFor'>;

const blocked: Readonly<Record<Exclude<NonNullable<WaitingWrite['parkedFor']>, 'auth' | 'conflict'>, string>> = {
  expired: 'cette demande est trop ancienne pour être envoyée sans votre accord',
  stuck: 'le marché ne parvient pas à la traiter',
  'needs-update': 'mettez l’application à jour pour l’envoyer',
  dependency: 'ce dont elle dépend a été refusé',
  unreadable: 'cette version de l’application ne sait pas le lire',
};

/** Text and icon of a pending write's state. */
export function rowStateOf(
  { state, parkedFor, nextAt, undo, behind, waitsFor }: Standing,
  circumstances: Circumstances,
): RowState {
  const { now, online, weak } = circumstances;
  if (parkedFor === 'auth') return { sign: 'user', words: 'attend votre connexion', tone: 'straw' };
  if (parkedFor === 'conflict') return { sign: 'alert', words: 'attend votre choix', tone: 'brick' };
  if (parkedFor !== null) return { sign: 'alert', words: `bloqué\u00a0: ${blocked[parkedFor]}`, tone: 'brick' };
  if (waitsFor !== null) {
    return { sign: 'clock', words: `attend que «\u00a0${waitsFor}\u00a0» soit réglé`, tone: 'straw' };
  }
  if (undo) return { sign: 'refresh', words: 'sera annulé dès que le marché aura répondu', tone: 'straw' };
  if (state === 'inflight') {
    const words = weak ? 'envoi en cours, le signal est faible' : 'envoi en cours';
    return { sign: 'send', words, tone: 'green' };
  }
  if (!online) return { sign: 'offline', words: 'attend le réseau', tone: 'straw' };
  if (behind) return { sign: 'clock', words: 'attend son tour', tone: 'straw' };
  const seconds = Math.ceil(((nextAt ?? 0) - now) / 1000);
  if (seconds > 0) return { sign: 'refresh', words: `nouvel essai dans ${inWords(seconds)}`, tone: 'straw' };
  return { sign: 'clock', words: 'envoi dans un instant', tone: 'straw' };
}

/**
 * Result of the last attempt; null before the first. Without a status there was no answer; without a text another
 * server answered.
 */
export function lastTryOf({ lastTry }: Pick<WaitingWrite, 'lastTry'>, now: number): string | null {
  if (lastTry === null) return null;
  const { at, status, text } = lastTry;
  const when = `Dernier essai ${formatAge(at, now)}\u00a0:`;
  if (status === undefined) return `${when} pas de réponse`;
  if (text === undefined) return `${when} la réponse ne vient pas du marché, mais peut-être d’un portail Wi-Fi`;
  // Numbers alone mean nothing to users; the copied details contain them.
  const hasWords = /\p{L}/u.test(text);
  return `${when} le marché ${hasWords ? `a répondu «\u00a0${text}\u00a0»` : 'n’a pas pu s’en occuper'}`;
}

function inWords(seconds: number): string {
  return seconds < 60 ? `${seconds}\u00a0s` : `${Math.ceil(seconds / 60)}\u00a0min`;
}

/** True if the state's sentence changes every second. */
export function isCounting({ state, parkedFor, nextAt, behind }: Standing, online: boolean): boolean {
  return state === 'queued' && parkedFor === null && online && !behind && nextAt !== null && nextAt > 0;
}

/** Consequence of discarding a write. */
export function meaningOfDiscard({ inDoubt, parkedFor }: Pick<WaitingWrite, 'inDoubt' | 'parkedFor'>): string {
  if (inDoubt && parkedFor === 'unreadable') {
    return 'Envoyé sans réponse\u00a0: vérifiez s’il est arrivé après l’avoir abandonné.';
  }
  if (inDoubt && parkedFor === 'expired') {
    return 'Envoyée il y a plus d’un mois sans réponse\u00a0: personne ne sait plus si elle est arrivée. Vérifiez après l’avoir abandonnée.';
  }
  if (inDoubt) return 'Peut-être déjà arrivé\u00a0: sera annulé dès que le marché aura répondu.';
  return 'Rien n’a encore été envoyé\u00a0: cette modification sera oubliée.';
}

/** True if it is sent automatically on reconnect. */
const leavesByItself = ({ parkedFor, waitsFor }: Pick<WaitingWrite, 'parkedFor' | 'waitsFor'>) =>
  parkedFor === null && waitsFor === null;

/** Sentence above the list. */
export function howItLeaves(writes: readonly Pick<WaitingWrite, 'parkedFor' | 'waitsFor'>[], online: boolean): string {
  const own = writes.filter(leavesByItself).length;
  if (own === 0) return 'Gardé sur cet appareil.';
  const when = online
    ? 'est envoyé automatiquement, dans l’ordre'
    : 'sera envoyé automatiquement dès le retour du réseau';
  return `Gardé sur cet appareil\u00a0: ${own === writes.length ? 'tout' : 'ce qui ne demande rien'} ${when}.`;
}

/** True if it would be sent with a network or on request. */
export const canLeave = ({ canRetry, ...write }: Pick<WaitingWrite, 'parkedFor' | 'waitsFor' | 'canRetry'>) =>
  leavesByItself(write) || canRetry;

/** Why asking for everything now would send nothing, in words for beside the button; null while something can leave. */
export function whyNothingLeaves(
  writes: readonly Pick<WaitingWrite, 'parkedFor' | 'waitsFor' | 'canRetry'>[],
  online: boolean,
): string | null {
  const free = writes.filter(canLeave);
  if (free.length > 0 && online) return null;
  if (free.length > 0) {
    const own = free.some(leavesByItself) ? ', l’envoi se fera automatiquement' : '';
    return `Le réseau ne répond pas\u00a0: rien n’est perdu${own}.`;
  }
  if (writes.some(({ parkedFor }) => parkedFor === 'auth'))
    return 'Rien ne sera envoyé tant que vous n’êtes pas reconnecté.';
  if (writes.every(({ parkedFor }) => parkedFor === 'unreadable')) {
    return 'Rien de ce qui reste ne peut être envoyé\u00a0: copiez-le, ou abandonnez-le.';
  }
  return 'Rien ne sera envoyé automatiquement\u00a0: ce qui reste attend votre choix.';
}
