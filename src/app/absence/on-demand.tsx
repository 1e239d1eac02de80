import { LazyPart, lazyPart } from '#ui/lazy-part.tsx';
import type { AbsentProps } from '#ui/surroundings.tsx';
import { AreaMissing } from '../area-states.tsx';

const absence = lazyPart(async () => ({ default: (await import('./absence.tsx')).Absence }));

/** What stands in place of something never seen here; its code comes with the first of it. */
export function Absent(props: AbsentProps) {
  return <LazyPart part={absence} props={props} missing={() => <AreaMissing onRetry={props.onRetry} />} />;
}
