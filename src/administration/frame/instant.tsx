// Instant: date and time as people read them.
import { formatDateTime } from '#domain/time/dates.ts';

export const Instant = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>;
