// What is wrong with an input, said field by field in French: the same words on the server and in the form that is filled.
// Guarantee: a message that a rule of the contract does not give itself is zod's own, in French.
import * as z from 'zod/mini';
import type { Violation } from './wire/hydra.ts';

z.config({
  ...z.locales.fr(),
  customError: (issue) => (issue.code === 'invalid_type' && issue.input == null ? 'Champ obligatoire' : undefined),
});

/** What is wrong with a value, if anything. */
export function violationsIn(shape: z.ZodMiniType, value: unknown): Violation[] {
  const { error } = shape.safeParse(value);
  return error ? violationsOf(error) : [];
}

/** Paths are those of a form: 'timeSlots.0.endHour'. */
export function violationsOf(error: z.core.$ZodError): Violation[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ propertyPath: [...issue.path, key].join('.'), message: 'Paramètre inconnu.' }))
      : [{ propertyPath: issue.path.join('.'), message: issue.message }],
  );
}
