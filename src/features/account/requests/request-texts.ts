// Texts of the shopper's requests: kinds, states, and what was asked.
import type { SentRequest } from '#contract/merchant/received-requests.ts';
import { OWN_APPOINTMENT_LABELS, slotWords } from '#domain/time/appointment.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import type { IconName } from '#ui/controls/icon.tsx';

export type RequestKind = SentRequest['kind'];

export const KIND_NAMES: Readonly<Record<RequestKind, string>> = {
  message: 'Message',
  estimate: 'Demande de devis',
  appointment: 'Demande de RDV',
  alert: 'Alerte de stock',
};

export const KIND_ICONS: Readonly<Record<RequestKind, IconName>> = {
  message: 'mail',
  estimate: 'sheet',
  appointment: 'calendar',
  alert: 'clock',
};

/** A line of what was asked; `slug`: of its product's page. */
export interface AskedLine {
  text: string;
  slug?: string | undefined;
  comment?: string | undefined;
}

interface Item {
  label: string;
  quantity: number;
  comment?: string | undefined;
  slug?: string | undefined;
}

/** '2 × Un chignon' */
export const estimateLines = (items: readonly Item[]): AskedLine[] =>
  items.map(({ label, quantity, slug, comment }) => ({ text: `${quantity} × ${label}`, slug, comment }));

interface Slot {
  date: string;
  beginHour: string;
  endHour: string;
  accepted?: boolean;
}

/** The accepted slots, or all while none is. */
export function slotLines(slots: readonly Slot[]): AskedLine[] {
  const accepted = slots.filter((slot) => slot.accepted);
  return (accepted.length > 0 ? accepted : slots).map((slot) => ({ text: `Le ${slotWords(slot)}` }));
}

export function sentLines({ kind, items, timeSlots }: Pick<SentRequest, 'kind' | 'items' | 'timeSlots'>): AskedLine[] {
  if (kind === 'appointment') return slotLines(timeSlots);
  const named = items.map(({ product, label, ...item }) => ({
    ...item,
    label: product?.name ?? label,
    slug: product?.slug,
  }));
  return kind === 'alert' ? named.map(({ label, slug }) => ({ text: label, slug })) : estimateLines(named);
}

export interface StateText {
  text: string;
  tone: 'green' | 'straw' | 'brick' | 'quiet';
}

const STATES: Readonly<Record<Exclude<SentRequest['state'], 'sent' | 'notified'>, StateText['tone']>> = {
  pending: 'straw',
  confirmed: 'green',
  canceled: 'quiet',
};

export function stateText({ kind, state }: Pick<SentRequest, 'kind' | 'state'>): StateText {
  if (state === 'sent') return { text: kind === 'message' ? 'Envoyé' : 'Envoyée', tone: 'green' };
  if (state === 'notified') return { text: 'De retour en stock', tone: 'green' };
  if (kind === 'alert') return { text: 'En attente du retour', tone: 'straw' };
  return { text: OWN_APPOINTMENT_LABELS[state], tone: STATES[state] };
}

/** The answer, or how and where it will come. Only appointments are answered in the market; the rest by mail. */
export function answerText(request: SentRequest, email: string): string {
  const { kind, state, response, notifiedAt } = request;
  if (kind === 'alert') {
    if (notifiedAt === null) return `Nous vous écrirons à ${email} dès son retour.`;
    return `Nous vous avons écrit à ${email} le ${formatDateTime(notifiedAt)}.`;
  }
  if (kind === 'appointment') {
    return state === 'pending'
      ? `La boutique répond ici, et par e-mail à ${email}.`
      : `Réponse de la boutique\u00a0: ${response ?? OWN_APPOINTMENT_LABELS[state === 'canceled' ? 'canceled' : 'confirmed']}`;
  }
  return `La boutique vous répond par e-mail, à ${email}.`;
}
