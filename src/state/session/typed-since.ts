// A form that begins anew once it is sent. Guarantee: what was typed while it was on its way stays typed.
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);

type Resettable<V extends FieldValues> = Pick<UseFormReturn<V>, 'getValues' | 'reset' | 'setValue'>;

/** `left`: what was sent. `start`: what the form begins with from now on; its own defaults unless given. */
export function beginAnew<V extends FieldValues>(form: Resettable<V>, left: V, start?: V): void {
  const since = Object.entries(form.getValues()).filter(([name, value]) => differs(value, left[name]));
  form.reset(start);
  for (const [name, value] of since) {
    form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
  }
}
