// The sending side of requests.ts: loaded with the first request. Guarantee: the form and the server apply the same rules,
// the contract's.

import { formShapes } from '#contract/form-shapes.ts';
import { violationsOf } from '#contract/violations.ts';
import type { Violation } from '#contract/wire/hydra.ts';
import { isPastSlot, SLOT_PAST } from '#domain/time/appointment.ts';
import type { Sendable, SubmittedRequest } from '#state/page/engine-port.ts';
import { isCommandOf } from '#sync/commands/record.ts';
import type { Command, CommandArgs } from '#sync/commands/registry.ts';
import { requestAppointmentCommand } from '#sync/commands/requests.ts';
import { submit } from './dispatch.ts';

export async function submitRequest<T extends Sendable>(type: T, args: CommandArgs[T]): Promise<SubmittedRequest> {
  const command = { type, args } as Command;
  const violations = [...wrongIn(type, args), ...pastSlotsIn(command)];
  if (violations.length > 0) return { outcome: 'refused', id: null, text: '', violations };
  return submit(command);
}

function wrongIn(type: Sendable, args: unknown): Violation[] {
  const { success, error } = formShapes[type].safeParse(args);
  return success ? [] : violationsOf(error);
}

/** A slot that has begun is refused before it waits in vain. */
function pastSlotsIn(command: Command): Violation[] {
  if (!isCommandOf(command, requestAppointmentCommand)) return [];
  return command.args.timeSlots.flatMap((slot, index) =>
    isPastSlot(slot, new Date()) ? [{ propertyPath: `timeSlots.${index}.date`, message: SLOT_PAST }] : [],
  );
}
