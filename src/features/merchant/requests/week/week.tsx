// Week of appointments: a grid of hours on wide screens, else day after day. One markup for both: screen readers read
// the days in order.
import { type CSSProperties, useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { parisDay } from '#domain/time/dates.ts';
import { WEEKDAYS_BY_NUMBER } from '#domain/time/opening-hours.ts';
import { DAYS_OF_WEEK, dayAfter, daysOf, mondayOf, weekWords } from '#domain/time/week.ts';
import { paths } from '#paths';
import type { ShownAppointment } from '#state/merchant/received-requests.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { CalendarButton } from '#ui/controls/calendar-button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { WaitingBadge } from '#ui/text/age.tsx';
import { AppointmentStateBadge } from '../appointment-state.tsx';
import styles from './week.module.css';
import { type WeekEntry, type WeekPlace, weekEntries, weekGrid } from './week-entries.ts';

interface WeekProps {
  shown: readonly ShownAppointment[];
  /** A Monday. */
  monday: string;
  onWeek(monday: string): void;
}

export function Week({ shown, monday, onWeek }: WeekProps) {
  const [today] = useState(() => parisDay(new Date()));
  const [opened, setOpened] = useState<WeekEntry | null>(null);
  const days = daysOf(monday);
  const byDay = weekEntries(shown, days);
  const { from, to, places } = weekGrid(byDay);
  const hours = Array.from({ length: (to - from) / 2 }, (_, index) => from / 2 + index);
  const isEmpty = places.size === 0;
  return (
    <section className={styles.week} aria-labelledby="week-title">
      <div className={styles.head}>
        <h2 id="week-title" aria-live="polite">
          Semaine {weekWords(monday)}
        </h2>
        <div className={styles.moves}>
          <IconButton
            icon="left"
            label="Semaine précédente"
            variant="outlined"
            onClick={() => onWeek(dayAfter(monday, -DAYS_OF_WEEK))}
          />
          <Button variant="secondary" onClick={() => onWeek(mondayOf(today))}>
            Aujourd’hui
          </Button>
          <IconButton
            icon="right"
            label="Semaine suivante"
            variant="outlined"
            onClick={() => onWeek(dayAfter(monday, DAYS_OF_WEEK))}
          />
        </div>
      </div>
      <div className={styles.grid} style={{ '--from': from, '--rows': to - from } as CSSProperties}>
        <div className={styles.hours} aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour}>{hour}h</span>
          ))}
        </div>
        <ol className={styles.days}>
          {days.map((day, index) => (
            <li key={day} className={styles.day} data-empty={byDay.get(day)?.length === 0 || undefined}>
              <h3 className={styles.name} aria-current={day === today ? 'date' : undefined}>
                <span className={styles.weekday}>{WEEKDAYS_BY_NUMBER[index + 1]}</span> {Number(day.slice(8))}
                {day === today && <span className="visually-hidden"> (aujourd’hui)</span>}
              </h3>
              <ul className={styles.entries}>
                {byDay.get(day)?.map((entry) => (
                  <Entry key={entry.key} entry={entry} place={places.get(entry.key)} onOpen={() => setOpened(entry)} />
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </div>
      {isEmpty && <p className={styles.none}>Aucun rendez-vous cette semaine.</p>}
      {opened && <Opened entry={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

interface EntryProps {
  entry: WeekEntry;
  place: WeekPlace | undefined;
  onOpen(): void;
}

function Entry({ entry: { appointment, slot, waiting }, place, onOpen }: EntryProps) {
  const { id, state, owner } = appointment;
  const style = place && {
    '--begin': place.from,
    '--end': place.to,
    '--column': place.column,
    '--columns': place.columns,
  };
  const words = (
    <>
      <span className={styles.time}>
        {slot.beginHour}
        <span className={styles.end}>–{slot.endHour}</span>
      </span>
      <span className={styles.who}>{owner.username}</span>
      {state === 'pending' && <span className={styles.ask}>à confirmer</span>}
      {waiting && <WaitingBadge>en attente</WaitingBadge>}
    </>
  );
  return (
    <li className={styles.entry} data-state={state} style={style as CSSProperties}>
      {state === 'pending' ? (
        <Link className={styles.open} to={generatePath(paths.merchantAppointment, { id })}>
          {words}
        </Link>
      ) : (
        <button type="button" className={styles.open} aria-haspopup="dialog" onClick={onOpen}>
          {words}
        </button>
      )}
    </li>
  );
}

function Opened({ entry, onClose }: { entry: WeekEntry; onClose(): void }) {
  const { appointment, slot, waiting } = entry;
  const { id, owner, message } = appointment;
  return (
    <Modal
      open
      onClose={onClose}
      title={`RDV avec ${owner.username}`}
      actions={!waiting && <CalendarButton id={id} slot={slot} title={`RDV\u00a0: ${owner.username}`} />}
    >
      <p>
        <AppointmentStateBadge shown={entry} />
      </p>
      {message && <p className={styles.message}>{message}</p>}
    </Modal>
  );
}
