// Progress of a store order for its shopper: the steps of its delivery type, each with its time.

import type { ShippingType } from '#contract/fields/values.ts';
import type { StoreOrder } from '#contract/orders/store-orders.ts';
import { formatLongDay, parisDay } from '../time/dates.ts';
import { dayNamed, daysLater, hourOf, type Moment, momentOf } from '../time/open-when.ts';
import { hasReached } from './order-states.ts';
import { awaitedDay, readyAt } from './ready-from.ts';
import { slotWords } from './slot-words.ts';
import { hasReadyStep, isReady, SHIPPED_LABELS } from './store-order.ts';

export interface ProgressStep {
  /** 'Reçue', 'En préparation', 'Prête', 'Remise'. */
  name: string;
  /** The current step is the last one that is done. */
  standing: 'done' | 'current' | 'ahead';
  /** 'hier, 10 h 00', 'prévue demain, 9 h 00'; null if unknown. */
  when: string | null;
}

type Followed = Pick<
  StoreOrder,
  'state' | 'shippingType' | 'createdAt' | 'validatedAt' | 'readyAt' | 'shippedAt' | 'store' | 'items' | 'slot'
>;

interface Step {
  name: string;
  isDone: boolean;
  at?: string | null | undefined;
  expected?: string | null;
}

/** Null for an order that is not confirmed, not paid or canceled: it has no steps ahead. */
export function progressOf(part: Followed, now: Date): ProgressStep[] | null {
  if (!hasReached(part.state, 'payed')) return null;
  const type = part.shippingType ?? 'store';
  const isShipped = part.state === 'shipped';
  const steps: Step[] = [
    { name: 'Reçue', isDone: true, at: part.createdAt },
    { name: 'En préparation', isDone: hasReached(part.state, 'validated'), at: part.validatedAt },
    ...(hasReadyStep(type)
      ? [
          {
            name: 'Prête',
            isDone: isShipped || isReady(part),
            at: part.readyAt,
            expected: part.slot ? null : expectedReady(part, now),
          },
        ]
      : []),
    { name: SHIPPED_LABELS[type], isDone: isShipped, at: part.shippedAt, expected: expectedDeparture(part, type) },
  ];
  const current = steps.findLastIndex(({ isDone }) => isDone);
  return steps.map(({ name, isDone, at, expected }, index) => ({
    name,
    standing: index === current ? 'current' : isDone ? 'done' : 'ahead',
    when: isDone ? (at ? formatStepTime(momentOf(new Date(at)), now) : null) : (expected ?? null),
  }));
}

/** 'prévue demain, 9 h 00'; null if unknown. */
export function expectedReady({ store, items, createdAt }: Pick<Followed, 'store' | 'items' | 'createdAt'>, now: Date) {
  const articles = items.map(({ product }) => product);
  const ordered = new Date(createdAt);
  const ready = readyAt(store, ordered, articles);
  if (ready) return `prévue ${formatStepTime(ready, now)}`;
  return expectedArrival(articles, ordered);
}

/** A collection has its slot; pre-orders leave after their availability date; nothing is known about others. */
function expectedDeparture({ items, createdAt, slot }: Followed, type: ShippingType) {
  if (hasReadyStep(type)) return slot ? `prévue ${slotWords(slot, new Date(createdAt))}` : null;
  const articles = items.map(({ product }) => product);
  return expectedArrival(articles, new Date(createdAt));
}

function expectedArrival(articles: readonly { preOrderDate?: string | null | undefined }[], ordered: Date) {
  const day = awaitedDay(articles, ordered);
  return day && `à partir du ${formatLongDay(day)}`;
}

/** 'aujourd’hui, 10 h 00', 'hier, 10 h 00', 'demain, 9 h 00', 'jeudi 26 novembre, 9 h 00', '26 novembre 2025, 9 h 00'. */
export function formatStepTime({ day, minutes }: Moment, now: Date): string {
  const today = parisDay(now);
  const near = { [daysLater(today, -1)]: 'hier', [today]: 'aujourd’hui', [daysLater(today, 1)]: 'demain' };
  const isLongAgo = day < daysLater(today, -LONG_AGO_DAYS);
  return `${near[day] ?? (isLongAgo ? formatLongDay(day) : dayNamed(day, today))}, ${hourOf(minutes)}`;
}

/** Earlier days include the year. */
const LONG_AGO_DAYS = 300;
