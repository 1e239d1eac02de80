// Marks violations: sets each message at its field.
import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import type { Violation } from '#contract/wire/hydra.ts';

/**
 * @param fieldOf field of a violation, null for none; by default its own path
 * @param focus whether the first marked field gets the focus
 * @returns the messages without a field
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
