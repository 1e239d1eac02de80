// Mounts the endpoints of what a shop has received: messages, appointments with their answers, estimates; and a shopper's own appointments.
import type { FastifyInstance } from 'fastify';
import { requireOwnAccount } from '../access/ownership.ts';
import { mount } from '../http/mount.ts';
import { requireOwnStore } from '../merchant/own-rows.ts';
import { pageAsked } from '../presenters/collection.ts';
import { cancelAppointment, confirmAppointment } from '../requests/answer-appointment.ts';
import { appointmentOf, appointmentsBy, appointmentsOf } from '../requests/received-appointments.ts';
import { estimateOf, estimatesOf, readEstimate } from '../requests/received-estimates.ts';
import { messageOf, messagesOf, readMessage } from '../requests/received-messages.ts';

const PER_PAGE = 30;

export function receivedRequestRoutes(app: FastifyInstance): void {
  mount(app, 'messages.ofStore', async ({ tx, params, query, actor, request }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return messagesOf(tx, params.id, request.url, asked(query));
  });
  mount(app, 'appointments.ofStore', async ({ tx, params, query, actor, request }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return appointmentsOf(tx, params.id, request.url, asked(query));
  });
  mount(app, 'estimates.ofStore', async ({ tx, params, query, actor, request }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return estimatesOf(tx, params.id, request.url, asked(query));
  });

  mount(app, 'messages.get', ({ tx, params, actor }) => messageOf(tx, params.id, actor.id));
  mount(app, 'messages.read', ({ tx, params, actor, now }) => readMessage(tx, params.id, actor.id, now));
  mount(app, 'estimates.get', ({ tx, params, actor }) => estimateOf(tx, params.id, actor.id));
  mount(app, 'estimates.read', ({ tx, params, actor, now }) => readEstimate(tx, params.id, actor.id, now));

  mount(app, 'appointments.get', ({ tx, params, actor }) => appointmentOf(tx, params.id, actor.id));
  mount(app, 'appointments.confirm', confirmAppointment);
  mount(app, 'appointments.cancel', cancelAppointment);
  mount(app, 'users.appointments', ({ tx, params, actor }) => {
    requireOwnAccount(params.id, actor.id);
    return appointmentsBy(tx, actor.id);
  });
}

interface Query {
  page?: number | undefined;
  itemsPerPage?: number | undefined;
  'order[createdAt]'?: 'ASC' | 'DESC' | undefined;
}

const asked = (query: Query) => ({ ...pageAsked(query, PER_PAGE), direction: query['order[createdAt]'] });
