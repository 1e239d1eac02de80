// Mounts the endpoints of what people ask of a shop or the platform.
import type { FastifyInstance } from 'fastify';
import { mount } from '../http/mount.ts';
import { askAppointment, askEstimate, sendMessage, writeToPlatform } from '../requests/create-requests.ts';

export function requestRoutes(app: FastifyInstance): void {
  mount(app, 'messages.create', sendMessage);
  mount(app, 'appointments.create', askAppointment);
  mount(app, 'estimates.create', askEstimate);
  mount(app, 'platformMessages.create', writeToPlatform);
}
