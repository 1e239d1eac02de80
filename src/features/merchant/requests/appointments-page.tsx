// The appointments that people have asked the shop for.
import { generatePath, useSearchParams } from 'react-router-dom';
import { APPOINTMENT_TONES, receivedAppointmentLabel } from '#domain/appointment.ts';
import { paths } from '#paths';
import { type ShownAppointment, useStoreAppointments } from '#state/writes/received-requests.ts';
import { StateBadge, WaitingBadge } from '#ui/text/age.tsx';
import { pageNumberOf } from './page-number.ts';
import { ReceivedPage } from './received-page.tsx';

export function AppointmentsPage() {
  const [search] = useSearchParams();
  const page = pageNumberOf(search);
  const query = useStoreAppointments(page);
  const { appointments } = query;
  const toAnswer = appointments?.filter(({ appointment }) => appointment.state === 'pending').length ?? 0;
  return (
    <ReceivedPage
      title="Demande de RDV"
      query={query}
      rows={appointments?.map((shown) => ({
        id: shown.appointment.id,
        who: shown.appointment.owner.username,
        about: <AppointmentState shown={shown} />,
        createdAt: shown.appointment.createdAt,
        unread: false,
        open:
          shown.appointment.state === 'pending'
            ? generatePath(paths.merchantAppointment, { id: shown.appointment.id })
            : null,
      }))}
      columns={['Auteur de la demande', 'Statut', 'Date']}
      news={toAnswer > 0 ? `${toAnswer} à confirmer` : ''}
      view={query.view}
      page={page}
      path={paths.merchantAppointments}
      empty={{
        title: 'Aucune demande de rendez-vous pour le moment.',
        text: 'Les rendez-vous que vos clients demandent depuis la page de votre boutique apparaissent ici.',
      }}
    />
  );
}

export function AppointmentState({ shown: { appointment, waiting } }: { shown: ShownAppointment }) {
  const { state, timeSlots } = appointment;
  return (
    <>
      <StateBadge tone={APPOINTMENT_TONES[state]}>
        {receivedAppointmentLabel(
          state,
          timeSlots.find(({ accepted }) => accepted),
        )}
      </StateBadge>{' '}
      {waiting && <WaitingBadge />}
    </>
  );
}
