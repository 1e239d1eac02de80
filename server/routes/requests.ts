// Request routes: messages, appointments, estimates, platform messages.
import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { requestAppointment, requestEstimate, sendMessage, writeToPlatform } from '../requests/create-requests.ts';
import { createNotice } from '../requests/notices.ts';

export function requestRoutes(app: FastifyInstance): void {
  mount(app, 'messages.create', sendMessage);
  mount(app, 'appointments.create', requestAppointment);
  mount(app, 'estimates.create', requestEstimate);
  mount(app, 'platformMessages.create', writeToPlatform);
  mount(app, 'notices.create', createNotice);
}
