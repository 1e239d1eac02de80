// What a shop has received, as its screens show it while this device's answers wait.
import { describe, expect, it } from 'vitest';
import type { StoreAppointment } from '#contract/merchant/received-requests.ts';
import { receivedAppointmentLabel } from '#domain/time/appointment.ts';
import { shownAppointment } from '#state/merchant/received-requests.ts';
import { findRecord, type ReadCommand } from '#sync/commands/registry.ts';

const slot = { date: '2026-12-01', beginHour: '10:00', endHour: '11:00', accepted: false };
const appointment: StoreAppointment = {
  '@id': '/store_appointments/a',
  '@type': 'StoreAppointment',
  id: 'a',
  owner: { email: 'odile@etal.test', username: 'Odile' },
  state: 'pending',
  message: '',
  response: null,
  timeSlots: [slot],
  createdAt: '2026-11-20T10:00:00Z',
};
const row = (type: string, args: object) =>
  ({ type, v: 1, args, lane: findRecord(type)?.lane(args, '') }) as never as ReadCommand;
const confirming = row('appointments.confirm', {
  id: 'a',
  who: 'Odile',
  response: 'Rendez-vous accepté',
  timeSlots: [{ ...slot, accepted: true }],
});
const canceling = row('appointments.cancel', { id: 'a', who: 'Odile', response: 'Pas de disponibilité' });

describe('an appointment', () => {
  it('equals the server’s without pending writes', () => {
    const ofAnother = row('appointments.confirm', { id: 'b', timeSlots: [] });
    const ofAMessage = row('messages.read', { id: 'a' });
    expect(shownAppointment(appointment, [ofAnother, ofAMessage])).toEqual({ appointment, waiting: false });
  });

  it('is shown as it was answered here, and as waiting', () => {
    const confirmed = shownAppointment(appointment, [confirming]);
    expect(confirmed).toMatchObject({
      waiting: true,
      appointment: { state: 'confirmed', response: 'Rendez-vous accepté', timeSlots: [{ accepted: true }] },
    });
    expect(shownAppointment(appointment, [canceling])).toMatchObject({
      waiting: true,
      appointment: { state: 'canceled', response: 'Pas de disponibilité', timeSlots: [{ accepted: false }] },
    });
  });

  it('answered elsewhere meanwhile shows that answer, for any pending write', () => {
    const canceled = { ...appointment, state: 'canceled' as const };
    expect(shownAppointment(canceled, [confirming])).toEqual({ appointment: canceled, waiting: true });
  });

  it('has a state text for the store', () => {
    expect(receivedAppointmentLabel('pending', undefined)).toBe('En attente de confirmation');
    expect(receivedAppointmentLabel('canceled', undefined)).toBe('Rendez-vous annulé');
    expect(receivedAppointmentLabel('confirmed', slot)).toBe(
      'Rendez-vous confirmé pour le 01/12/2026 de 10:00 à 11:00',
    );
  });
});
