// States of an appointment as the shopper reads them.
export type AppointmentState = 'pending' | 'confirmed' | 'canceled';

export const APPOINTMENT_LABELS: Readonly<Record<AppointmentState, string>> = {
  pending: 'En attente de confirmation',
  confirmed: 'Rendez-vous accepté',
  canceled: 'Rendez-vous annulé',
};
