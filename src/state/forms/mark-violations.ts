// What a refusal says of a form: each violation at its field, the others for the whole form.
import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import type { Violation } from '#contract/wire/hydra.ts';

/**
 * @param fieldOf the field that shows a violation, null for none; by its own path unless given
 * @param focus the first marked field gets the focus
 * @returns the messages that have no field
 */
export function markViolations<V extends FieldValues>(
  { getValues, setError }: Pick<UseFormReturn<V>, 'getValues' | 'setError'>,
  violations: readonly Violation[],
  fieldOf: (propertyPath: string) => Path<V> | null = (path) => path as Path<V>,
  focus = false,
): string[] {
  const typed = getValues();
  let isFirst = focus;
  return violations.flatMap(({ propertyPath, message }) => {
    const field = fieldOf(propertyPath);
    if (field === null || get(typed, field) === undefined) return [message];
    setError(field, { type: 'server', message }, { shouldFocus: isFirst });
    isFirst = false;
    return [];
  });
}
