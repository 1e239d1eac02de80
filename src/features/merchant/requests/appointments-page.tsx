// Appointments page of the store.
import { useState } from 'react';
import { generatePath, useSearchParams } from 'react-router-dom';
import { isPastSlot } from '#domain/time/appointment.ts';
import { parisDay } from '#domain/time/dates.ts';
import { isCalendarDay, mondayOf } from '#domain/time/week.ts';
import { paths } from '#paths';
import { type ShownAppointment, useStoreAppointments, useWeekAppointments } from '#state/merchant/received-requests.ts';
import { currentSearch } from '#state/page/current-search.ts';
import { CalendarButton } from '#ui/controls/calendar-button.tsx';
import { AppointmentStateBadge } from './appointment-state.tsx';
import styles from './appointments-page.module.css';
import { pageNumberOf } from './page-number.ts';
import { ReceivedPage } from './received-page.tsx';
import { ListOrWeek } from './week/list-or-week.tsx';
import { Week } from './week/week.tsx';

export function MerchantAppointmentsPage() {
  const [search, setSearch] = useSearchParams();
  const page = pageNumberOf(search);
  const query = useStoreAppointments(page);
  const { appointments } = query;
  const toAnswer = appointments?.filter(({ appointment }) => appointment.state === 'pending').length ?? 0;
  const weekAppointments = useWeekAppointments();
  const requestedDay = search.get('semaine') ?? '';
  const monday = mondayOf(isCalendarDay(requestedDay) ? requestedDay : parisDay(new Date()));
  // In the address, so that the way back from a request leads to the same week.
  const setParameter = (name: string, value: string | null) => {
    const next = currentSearch();
    if (value === null) next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  return (
    <ReceivedPage
      title="Demande de RDV"
      query={query}
      rows={appointments?.map((shown) => ({
        id: shown.appointment.id,
        who: shown.appointment.owner.username,
        about: <About shown={shown} />,
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
      around={(list) => (
        <ListOrWeek
          list={list}
          week={
            <Week
              shown={weekAppointments ?? appointments ?? []}
              monday={monday}
              onWeek={(day) => setParameter('semaine', day)}
            />
          }
          isWeek={search.get('vue') === 'semaine'}
          onChoose={(isWeek) => setParameter('vue', isWeek ? 'semaine' : null)}
        />
      )}
      empty={{
        title: 'Aucune demande de rendez-vous pour le moment.',
        text: 'Les rendez-vous que vos clients demandent depuis la page de votre boutique apparaissent ici.',
      }}
    />
  );
}

function About({ shown }: { shown: ShownAppointment }) {
  const { id, owner, state, timeSlots } = shown.appointment;
  const slot = timeSlots.find(({ accepted }) => accepted);
  const [now] = useState(() => new Date());
  // A pending answer may still be refused.
  const isToCome = state === 'confirmed' && slot && !shown.waiting && !isPastSlot(slot, now);
  return (
    <>
      <AppointmentStateBadge shown={shown} />
      {isToCome && (
        <span className={styles.calendar}>
          <CalendarButton id={id} slot={slot} title={`RDV\u00a0: ${owner.username}`} />
        </span>
      )}
    </>
  );
}
