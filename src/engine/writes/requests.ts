// Requests: validates and submits them; loaded with the first request.
// Guarantee: the contract's rules, as on the server.
import { formShapes } from '#contract/form-shapes.ts';
import { violationsOf } from '#contract/violations.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { isPastSlot, SLOT_PAST } from '#domain/time/appointment.ts';
import type { Sendable, SubmittedRequest } from '#state/page/engine-port.ts';
import { isCommandOf } from '#sync/commands/record.ts';
import type { Command, CommandArgs } from '#sync/commands/registry.ts';
import { requestAppointmentCommand } from '#sync/commands/requests.ts';
import { submitCommand } from './dispatch.ts';

export async function validateAndSubmit<T extends Sendable>(type: T, args: CommandArgs[T]): Promise<SubmittedRequest> {
  const command = { type, args } as Command;
  const violations = [...wrongIn(type, args), ...pastSlotsIn(command)];
  if (violations.length > 0) return { outcome: 'refused', id: null, text: '', violations };
  return submitCommand(command);
}

function wrongIn(type: Sendable, args: unknown): Violation[] {
  const { success, error } = formShapes[type].safeParse(args);
  return success ? [] : violationsOf(error);
}

/** A slot in the past is refused before it is queued. */
function pastSlotsIn(command: Command): Violation[] {
  if (!isCommandOf(command, requestAppointmentCommand)) return [];
  return command.args.timeSlots.flatMap((slot, index) =>
    isPastSlot(slot, new Date()) ? [{ propertyPath: `timeSlots.${index}.date`, message: SLOT_PAST }] : [],
  );
}
