// Requests received by the store (messages, appointments, estimates): the server's view with pending writes applied.
// Guarantee: pending answers are marked and never presented as sent.
import { useAtomValue } from 'jotai';
import type { StoreAppointment } from '#contract/merchant/received-requests.ts';
import {
  appointmentLane,
  cancelAppointmentCommand,
  confirmAppointmentCommand,
  estimateLane,
  markEstimateReadCommand,
  markMessageReadCommand,
  messageLane,
} from '#sync/commands/received.ts';
import { commandFor, isCommandOf } from '#sync/commands/record.ts';
import { type CommandContent, projectRows, type ReadCommand, rowsOfLane } from '#sync/commands/registry.ts';
import type { Submitted } from '#sync/submit-and-wait.ts';
import { useApiQuery } from '../api/query.ts';
import { getEngine } from '../page/engine-port.ts';
import { pendingAtom } from '../pending/pending-writes.ts';
import { useSession } from '../session/session.ts';

const noStore = '00000000-0000-0000-0000-000000000000';

/** Own store, newest first. The first page has no page parameter, since it is the cached list. */
function useListAsked(page: number) {
  const { user } = useSession();
  return [
    {
      params: { id: user?.ownedStore ?? noStore },
      query: { 'order[createdAt]': 'DESC' as const, page: page > 1 ? page : undefined },
    },
    { enabled: Boolean(user?.ownedStore), keepPrevious: true },
  ] as const;
}

/** Applies pending writes: a request opened on this device counts as read. */
const withRows = <T extends { id: string }>(rows: readonly ReadCommand[], laneOf: (id: string) => string) => {
  return (received: T): T => projectRows(received, rowsOfLane(rows, laneOf(received.id)));
};

export function useStoreMessages(page = 1) {
  const query = useApiQuery('messages.ofStore', ...useListAsked(page));
  const rows = useAtomValue(pendingAtom);
  const messages = query.data?.['hydra:member'].map(withRows(rows, messageLane));
  return { ...query, messages, view: query.data?.['hydra:view'] };
}

export function useEstimates(page = 1) {
  const query = useApiQuery('estimates.ofStore', ...useListAsked(page));
  const rows = useAtomValue(pendingAtom);
  const estimates = query.data?.['hydra:member'].map(withRows(rows, estimateLane));
  return { ...query, estimates, view: query.data?.['hydra:view'] };
}

export interface ShownAppointment {
  appointment: StoreAppointment;
  /** The displayed answer is not sent yet. */
  waiting: boolean;
}

/** The appointment with the pending answer applied. */
export function shownAppointment(appointment: StoreAppointment, rows: readonly ReadCommand[]): ShownAppointment {
  const own = rowsOfLane(rows, appointmentLane(appointment.id)).slice(0, 1);
  return { appointment: projectRows(appointment, own), waiting: own.length > 0 };
}

export function useStoreAppointments(page = 1) {
  const query = useApiQuery('appointments.ofStore', ...useListAsked(page));
  const rows = useAtomValue(pendingAtom);
  const appointments = query.data?.['hydra:member'].map((appointment) => shownAppointment(appointment, rows));
  return { ...query, appointments, view: query.data?.['hydra:view'] };
}

const MOST = 200;

/** The newest appointments of all pages, for the week view; undefined while loading. */
export function useWeekAppointments(): ShownAppointment[] | undefined {
  const [{ params, query }, options] = useListAsked(1);
  const { data } = useApiQuery('appointments.ofStore', { params, query: { ...query, itemsPerPage: MOST } }, options);
  const rows = useAtomValue(pendingAtom);
  return data?.['hydra:member'].map((appointment) => shownAppointment(appointment, rows));
}

/** From its own read, or else from the cached list, so that it can be answered offline. */
export function useStoreAppointment(id: string) {
  const { user } = useSession();
  const rows = useAtomValue(pendingAtom);
  const query = useApiQuery('appointments.get', { params: { id } }, { enabled: Boolean(user?.ownedStore) });
  const list = useApiQuery('appointments.ofStore', ...useListAsked(1));
  const listed = list.data?.['hydra:member'].find((appointment) => appointment.id === id);
  const found = query.data ?? (query.status === 'error' && query.error.kind === 'not-found' ? undefined : listed);
  return { ...query, shown: found && shownAppointment(found, rows) };
}

export const markMessageRead = async (id: string): Promise<void> => {
  await (await getEngine()).dispatch(commandFor(markMessageReadCommand, { id }));
};

export const markEstimateRead = async (id: string): Promise<void> => {
  await (await getEngine()).dispatch(commandFor(markEstimateReadCommand, { id }));
};

const ACCEPTED = 'Rendez-vous accepté';
const REFUSED = 'Pas de disponibilité pour les créneaux choisis';

/** @param slot index of the accepted slot; null if none fits */
export async function answerAppointment(
  { id, owner, timeSlots }: StoreAppointment,
  slot: number | null,
): Promise<Submitted> {
  const { submit } = await getEngine();
  const who = owner.username;
  if (slot === null) return submit(commandFor(cancelAppointmentCommand, { id, who, response: REFUSED }));
  const answered = timeSlots.map((one, index) => ({ ...one, accepted: index === slot }));
  return submit(commandFor(confirmAppointmentCommand, { id, who, response: ACCEPTED, timeSlots: answered }));
}

/** The answer that was given to this appointment: the place of its slot; -1 for none. */
export const answerMatcher =
  (appointmentId: string) =>
  (content: CommandContent): number | null => {
    if (isCommandOf(content, confirmAppointmentCommand) && content.args.id === appointmentId)
      return content.args.timeSlots.findIndex(({ accepted }) => accepted);
    return isCommandOf(content, cancelAppointmentCommand) && content.args.id === appointmentId ? -1 : null;
  };
