// SentCard: a request that has reached its store.
import { useState } from 'react';
import type { SentRequest } from '#contract/merchant/received-requests.ts';
import { isPastSlot } from '#domain/time/appointment.ts';
import { formatDateTime } from '#domain/time/dates.ts';
import { CalendarButton } from '#ui/controls/calendar-button.tsx';
import { StateBadge } from '#ui/text/age.tsx';
import { RequestCard } from './request-card.tsx';
import { answerText, sentLines, stateText } from './request-texts.ts';
import styles from './requests-page.module.css';

export function SentCard({ request, email }: { request: SentRequest; email: string }) {
  const { id, kind, store, subject, message, createdAt, timeSlots, state } = request;
  const [now] = useState(() => new Date());
  const { text, tone } = stateText(request);
  const slot = state === 'confirmed' ? timeSlots.find(({ accepted }) => accepted) : undefined;
  return (
    <RequestCard
      kind={kind}
      store={store}
      subject={subject}
      message={message}
      lines={sentLines(request)}
      state={<StateBadge tone={tone}>{text}</StateBadge>}
      when={<time dateTime={createdAt}>Le {formatDateTime(createdAt)}</time>}
    >
      <p className={styles.answer}>{answerText(request, email)}</p>
      {slot && !isPastSlot(slot, now) && <CalendarButton id={id} slot={slot} title={`RDV\u00a0: ${store.name}`} />}
    </RequestCard>
  );
}
