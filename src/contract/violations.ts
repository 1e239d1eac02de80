// Violations: validation errors of an input by field, in French, for server and forms.
// Guarantee: rules without a message of their own use zod's French messages.
import * as z from 'zod/mini';
import type { Violation } from './wire/hydra.ts';

z.config({
  ...z.locales.fr(),
  customError: (issue) => (issue.code === 'invalid_type' && issue.input == null ? 'Champ obligatoire' : undefined),
});

/** Violations of a value; empty if valid. */
export function violationsIn(shape: z.ZodMiniType, value: unknown): Violation[] {
  const { error } = shape.safeParse(value);
  return error ? violationsOf(error) : [];
}

/** Paths as in forms: 'timeSlots.0.endHour'. */
export function violationsOf(error: z.core.$ZodError): Violation[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ propertyPath: [...issue.path, key].join('.'), message: 'Paramètre inconnu.' }))
      : [{ propertyPath: issue.path.join('.'), message: issue.message }],
  );
}
