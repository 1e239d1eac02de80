// Planned round: the stops with their actions, map, collected and coming parts.
import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Order } from '#contract/orders/orders.ts';
import { roundFile } from '#domain/round/round-file.ts';
import type { RoundStop } from '#domain/round/round-stops.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { downloadFile } from '#ui/controls/download-file.ts';
import { Empty } from '#ui/states/loaded.tsx';
import { useNow } from '#ui/text/use-now.ts';
import styles from './round.module.css';
import { RoundMap } from './round-map.tsx';
import { RoundRest } from './round-rest.tsx';
import { RoundStart } from './round-start.tsx';
import { dayWords, stopsWords, wayWords } from './round-texts.ts';
import { StopCard } from './stop-card.tsx';
import { type Round, useRound } from './use-round.ts';

const MINUTE_MS = 60_000;

export function PlannedRound({ orders, userId }: { orders: readonly Order[]; userId: string }) {
  const round = useRound(orders, userId);
  const ticks = useNow(MINUTE_MS);
  const now = ticks === null ? new Date() : new Date(ticks);
  const [fetched, setFetched] = useState<RoundStop | null>(null);
  const announcement = useRef<HTMLDivElement>(null);
  const { stops, done, coming, mark } = round;
  const undone = fetched && done.some(({ id }) => id === fetched.id) ? fetched : null;

  const fetch = (stop: RoundStop, byKeyboard: boolean) => {
    flushSync(() => {
      mark(stop, true);
      setFetched(stop);
    });
    // The button disappears, so keyboard focus moves to the undo button.
    if (byKeyboard) announcement.current?.querySelector('button')?.focus();
  };
  return (
    <>
      <div ref={announcement} role="status" className={undone ? styles.fetched : 'visually-hidden'}>
        {undone && (
          <>
            <p>
              <b>{undone.name}</b>&nbsp;: fait.
            </p>
            <Button variant="quiet" icon="refresh" onClick={() => mark(undone, false)}>
              Annuler
            </Button>
          </>
        )}
      </div>
      {stops.length > 0 && <Stops round={round} now={now} onFetched={fetch} />}
      {stops.length === 0 && <Nothing isFinished={done.length > 0} isComing={coming.length > 0} />}
      <RoundRest done={done} coming={coming} onUndo={(stop) => mark(stop, false)} />
    </>
  );
}

interface StopsProps {
  round: Round;
  now: Date;
  onFetched: (stop: RoundStop, byKeyboard: boolean) => void;
}

function Stops({ round, now, onFetched }: StopsProps) {
  const { parts, stops, start, isOwnOrder } = round;
  const list = useRef<HTMLDivElement>(null);
  const [marked, setMarked] = useState<string | null>(null);
  const [moved, setMoved] = useState('');
  const way = wayWords(parts.reduce((sum, { km }) => sum + km, 0));

  const move = (stop: RoundStop, at: number, by: number) => {
    flushSync(() => {
      round.move(stop.id, by);
      setMoved(`${stop.name}\u00a0: arrêt ${at + by} sur ${stops.length}.`);
    });
    // Moving an element in the document loses its focus.
    list.current?.querySelector<HTMLElement>(`[data-stop="${stop.id}"] [data-move="${by}"]`)?.focus();
  };
  const pick = useCallback(({ id, byKeyboard }: { id: string; byKeyboard: boolean }) => {
    setMarked(id);
    const card = list.current?.querySelector<HTMLElement>(`[data-stop="${id}"]`);
    card?.scrollIntoView({ block: 'nearest' });
    if (byKeyboard) card?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }, []);
  const toCalendar = () =>
    downloadFile({
      fileName: 'ma-tournee.ics',
      content: roundFile(stops, location.hostname, new Date()),
      type: 'text/calendar',
    });

  return (
    <>
      <p className={styles.sum}>
        <strong>{stopsWords(stops.length)}</strong>
        {way && `, ${way}`}
      </p>
      <div className={styles.tools}>
        <RoundStart from={round.from} onSetOut={round.setOut} />
        <Button variant="secondary" icon="calendar" onClick={toCalendar}>
          Ajouter à l’agenda
        </Button>
      </div>
      <p role="status" className="visually-hidden">
        {moved}
      </p>
      <div className={styles.beside}>
        <RoundMap round={round} marked={marked} onPick={pick} />
        <div ref={list} className={styles.days}>
          {isOwnOrder && (
            <p className={styles.own}>
              <span>Dans votre ordre, gardé sur cet appareil.</span>
              <Button variant="quiet" icon="refresh" onClick={round.asProposed}>
                Ordre conseillé
              </Button>
            </p>
          )}
          {parts.map(({ day, stops: ofDay, km }) => (
            <section key={day} className={styles.day} aria-label={isOwnOrder ? 'Votre ordre' : dayWords(day, now)}>
              <h3 className={isOwnOrder ? 'visually-hidden' : styles.dayTitle}>
                {isOwnOrder ? 'Votre ordre' : dayWords(day, now)}
                {parts.length > 1 && km > 0 && <small> {wayWords(km)}</small>}
              </h3>
              <ol className={styles.stops}>
                {ofDay.map(({ stop, number, km: leg }, index) => (
                  <li
                    key={stop.id}
                    data-stop={stop.id}
                    data-marked={stop.id === marked || undefined}
                    onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setMarked(stop.id)}
                    onFocus={() => setMarked(stop.id)}
                  >
                    <StopCard
                      stop={stop}
                      number={number}
                      km={leg}
                      isFirst={index === 0}
                      count={stops.length}
                      now={now}
                      start={start}
                      onMove={(by) => move(stop, number, by)}
                      onDone={(byKeyboard) => onFetched(stop, byKeyboard)}
                    />
                  </li>
                ))}
              </ol>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

function Nothing({ isFinished, isComing }: { isFinished: boolean; isComing: boolean }) {
  const ways = (
    <>
      <LinkButton to={paths.stores}>Découvrir les boutiques</LinkButton>
      <LinkButton variant="quiet" to={paths.accountOrders}>
        Toutes vos commandes
      </LinkButton>
    </>
  );
  if (isFinished) {
    return (
      <Empty title="Votre tournée est terminée." action={ways}>
        Vous avez tout retiré.
      </Empty>
    );
  }
  return (
    <Empty title="Rien à retirer pour l’instant." action={ways}>
      {isComing
        ? 'Vos colis ne sont pas encore partis\u00a0: ils apparaîtront ici dès leur envoi.'
        : 'Ce que vous commandez en retrait, en boutique ou en point relais, apparaîtra ici dans un ordre pratique, avec les horaires et les distances.'}
    </Empty>
  );
}
