// Mounts the endpoints of what people ask of a shop or the platform.
import type { FastifyInstance } from 'fastify';
import { platformMessages } from '../db/schema/requests.ts';
import { mount } from '../http/mount.ts';
import { askAppointment, askEstimate, sendMessage } from '../requests/create-requests.ts';
import { mailToPlatform } from '../requests/request-mails.ts';

export function requestRoutes(app: FastifyInstance): void {
  mount(app, 'messages.create', sendMessage);
  mount(app, 'appointments.create', askAppointment);
  mount(app, 'estimates.create', askEstimate);

  mount(app, 'platformMessages.create', async ({ tx, body, now, market, after }) => {
    await tx.insert(platformMessages).values({ ...body, createdAt: now });
    after(await mailToPlatform(tx, market, body));
    return undefined;
  });
}
