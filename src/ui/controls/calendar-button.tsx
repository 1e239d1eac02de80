// Gives a confirmed appointment as a file for the calendar of the device. It is made here: it needs no network, and says no more
// than the screen around it.
import { calendarFile } from '#domain/time/calendar-file.ts';
import { Button } from './button.tsx';
import { handOver } from './download-file.ts';

interface CalendarButtonProps {
  /** Of the appointment. */
  id: string;
  slot: { date: string; beginHour: string; endHour: string };
  /** 'RDV : Salon Belle Rive' */
  title: string;
}

export function CalendarButton({ id, slot: { date, beginHour, endHour }, title }: CalendarButtonProps) {
  const give = () => {
    const event = { id, host: location.hostname, date, beginHour, endHour, title };
    handOver({ fileName: `rdv-${date}.ics`, content: calendarFile(event, new Date()), type: 'text/calendar' });
  };
  return (
    <Button variant="secondary" icon="calendar" onClick={give}>
      <span>
        Ajouter à l’agenda
        <span className="visually-hidden">
          , {title}, le {date.split('-').toReversed().join('/')}
        </span>
      </span>
    </Button>
  );
}
