// Request endpoints: messages, appointments, estimates and the platform's contact form.
// Guarantee: days are YYYY-MM-DD and hours HH:mm in Europe/Paris; texts are stored as written, trimmed.
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { appointmentBody, estimateBody, messageBody, platformMessageBody } from '../form-shapes.ts';

const created = <T extends string>(type: T) => z.object({ '@id': z.string(), '@type': z.literal(type) });

export const requestEndpoints = {
  'messages.create': {
    method: 'POST',
    path: '/store_messages',
    access: 'user',
    offline: 'queued',
    body: messageBody,
    answer: created('StoreMessage'),
    status: 201,
  },
  /** A slot in the past is refused: 409, code `slot-past`, with a violation per slot. */
  'appointments.create': {
    method: 'POST',
    path: '/store_appointments',
    access: 'user',
    offline: 'queued',
    body: appointmentBody,
    answer: created('StoreAppointment'),
    status: 201,
  },
  'estimates.create': {
    method: 'POST',
    path: '/estimates',
    access: 'user',
    offline: 'queued',
    body: estimateBody,
    answer: created('Estimate'),
    status: 201,
  },
  'platformMessages.create': {
    method: 'POST',
    path: '/platform_messages',
    access: 'public',
    offline: 'queued',
    body: platformMessageBody,
  },
} as const satisfies Record<string, Endpoint>;
