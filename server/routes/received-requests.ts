// Received request routes: messages, appointments and estimates of a store; a shopper's own requests.
import type { FastifyInstance } from 'fastify';
import { requireOwnAccount } from '../access/ownership.ts';
import { mount } from '../http/mount.ts';
import { requireOwnStore } from '../merchant/own-rows.ts';
import { requestedPage } from '../presenters/collection.ts';
import { cancelAppointment, confirmAppointment } from '../requests/answer-appointment.ts';
import { listOwnRequests } from '../requests/own-requests.ts';
import { listAppointments, listOwnAppointments, readAppointment } from '../requests/received-appointments.ts';
import { listEstimates, openEstimate, readEstimate } from '../requests/received-estimates.ts';
import { listMessages, openMessage, readMessage } from '../requests/received-messages.ts';

const REQUESTS_PER_PAGE = 30;

export function receivedRequestRoutes(app: FastifyInstance): void {
  mount(app, 'messages.ofStore', async ({ tx, params, query, actor, request }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return listMessages(tx, params.id, sortedPage(request.url, query));
  });
  mount(app, 'appointments.ofStore', async ({ tx, params, query, actor, request }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return listAppointments(tx, params.id, sortedPage(request.url, query));
  });
  mount(app, 'estimates.ofStore', async ({ tx, params, query, actor, request }) => {
    await requireOwnStore(tx, params.id, actor.id);
    return listEstimates(tx, params.id, sortedPage(request.url, query));
  });

  mount(app, 'messages.get', ({ tx, params, actor }) => readMessage(tx, params.id, actor.id));
  mount(app, 'messages.read', ({ tx, params, actor, now }) => openMessage(tx, params.id, actor.id, now));
  mount(app, 'estimates.get', ({ tx, params, actor }) => readEstimate(tx, params.id, actor.id));
  mount(app, 'estimates.read', ({ tx, params, actor, now }) => openEstimate(tx, params.id, actor.id, now));

  mount(app, 'appointments.get', ({ tx, params, actor }) => readAppointment(tx, params.id, actor.id));
  mount(app, 'appointments.confirm', confirmAppointment);
  mount(app, 'appointments.cancel', cancelAppointment);
  mount(app, 'users.appointments', ({ tx, params, actor }) => {
    requireOwnAccount(params.id, actor.id);
    return listOwnAppointments(tx, actor.id);
  });
  mount(app, 'users.requests', ({ tx, params, actor }) => {
    requireOwnAccount(params.id, actor.id);
    return listOwnRequests(tx, actor.id);
  });
}

interface ReceivedQuery {
  page?: number | undefined;
  itemsPerPage?: number | undefined;
  'order[createdAt]'?: 'ASC' | 'DESC' | undefined;
}

const sortedPage = (address: string, query: ReceivedQuery) => ({
  ...requestedPage(address, query, REQUESTS_PER_PAGE),
  direction: query['order[createdAt]'],
});
