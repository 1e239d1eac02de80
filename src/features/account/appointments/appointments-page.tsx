// Appointments of the shopper, with the stores' answers.
import { useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import type { OwnAppointment } from '#contract/merchant/received-requests.ts';
import { APPOINTMENT_TONES, isPastSlot, OWN_APPOINTMENT_LABELS, slotWords } from '#domain/time/appointment.ts';
import { paths } from '#paths';
import { useSiteName } from '#state/api/configuration.ts';
import { useApiQuery } from '#state/api/query.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { CalendarButton } from '#ui/controls/calendar-button.tsx';
import { Empty, LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { Age, StateBadge } from '#ui/text/age.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import space from '../layout/account.module.css';
import styles from './appointments-page.module.css';

export function AppointmentsPage({ userId }: { userId: string }) {
  const query = useApiQuery('users.appointments', { params: { id: userId } });
  const siteName = useSiteName();
  return (
    <section className={space.section} aria-labelledby="appointments-title">
      <PageMeta title="Gérer vos demandes de RDV" siteName={siteName} noIndex />
      <div className={space.heading}>
        <h2 id="appointments-title">Vos demandes de RDV</h2>
        {query.aged && <Age at={query.seenAt} />}
      </div>
      <p>
        <Link to={paths.accountRequests}>Toutes mes demandes</Link>
      </p>
      <Loaded query={query} what="requests" loading={<LineShapes count={6} />}>
        {(appointments) => <AppointmentTable appointments={appointments['hydra:member']} />}
      </Loaded>
    </section>
  );
}

function AppointmentTable({ appointments }: { appointments: readonly OwnAppointment[] }) {
  if (appointments.length === 0) {
    return (
      <Empty title="Aucun résultat" action={<LinkButton to={paths.stores}>Découvrir les boutiques</LinkButton>}>
        Les rendez-vous que vous demandez à une boutique apparaîtront ici, avec sa réponse.
      </Empty>
    );
  }
  return (
    <table className={styles.table} aria-labelledby="appointments-title">
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Boutique</th>
          <th scope="col">Statut</th>
        </tr>
      </thead>
      <tbody>
        {appointments.map((appointment) => (
          <AppointmentRow key={appointment.id} appointment={appointment} />
        ))}
      </tbody>
    </table>
  );
}

function AppointmentRow({ appointment: { id, state, store, timeSlots, response } }: { appointment: OwnAppointment }) {
  const accepted = timeSlots.filter((slot) => slot.accepted);
  const [slot] = accepted;
  const [now] = useState(() => new Date());
  return (
    <tr>
      <td className={styles.slots}>
        {(accepted.length > 0 ? accepted : timeSlots).map((slot) => (
          <span key={`${slot.date} ${slot.beginHour}`} data-accepted={slot.accepted || undefined}>
            Le {slotWords(slot)}
          </span>
        ))}
      </td>
      <td>
        <Link to={generatePath(paths.store, { slug: store.slug })}>{store.name}</Link>
      </td>
      <td>
        <StateBadge tone={APPOINTMENT_TONES[state]}>{OWN_APPOINTMENT_LABELS[state]}</StateBadge>
        {state === 'confirmed' && slot && !isPastSlot(slot, now) && (
          <span className={styles.calendar}>
            <CalendarButton id={id} slot={slot} title={`RDV\u00a0: ${store.name}`} />
          </span>
        )}
        {state === 'canceled' && response && <span className={styles.response}>{response}</span>}
      </td>
    </tr>
  );
}
