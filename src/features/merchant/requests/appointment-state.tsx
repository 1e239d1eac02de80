// State badge of an appointment, for the store.
import { APPOINTMENT_TONES, receivedAppointmentLabel } from '#domain/time/appointment.ts';
import type { ShownAppointment } from '#state/merchant/received-requests.ts';
import { StateBadge, WaitingBadge } from '#ui/text/age.tsx';

export function AppointmentStateBadge({ shown: { appointment, waiting } }: { shown: ShownAppointment }) {
  const { state, timeSlots } = appointment;
  return (
    <>
      <StateBadge tone={APPOINTMENT_TONES[state]}>
        {receivedAppointmentLabel(
          state,
          timeSlots.find(({ accepted }) => accepted),
        )}
      </StateBadge>{' '}
      {waiting && <WaitingBadge />}
    </>
  );
}
