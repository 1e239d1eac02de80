// CalendarButton: downloads an appointment as a calendar file, generated in the browser.
import { calendarFile } from '#domain/time/calendar-file.ts';
import { Button } from './button.tsx';
import { downloadFile } from './download-file.ts';

interface CalendarButtonProps {
  /** Id of the appointment. */
  id: string;
  slot: { date: string; beginHour: string; endHour: string };
  /** 'RDV : Salon Belle Rive' */
  title: string;
}

export function CalendarButton({ id, slot: { date, beginHour, endHour }, title }: CalendarButtonProps) {
  const give = () => {
    const event = { id, host: location.hostname, date, beginHour, endHour, title };
    downloadFile({ fileName: `rdv-${date}.ics`, content: calendarFile(event, new Date()), type: 'text/calendar' });
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
