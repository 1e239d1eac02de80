// What a failed call means to the page, by the kind of its error (`ApiErrorKind`), wherever the error was made.

const kindOf = (failure: unknown): unknown => Object(failure).kind;

/** No answer came: nobody knows whether the server acted. */
export const isServerUnreachable = (failure: unknown): boolean =>
  kindOf(failure) === 'offline' || kindOf(failure) === 'timeout';

/** The same call may succeed later, as it is. */
export const isTemporaryFailure = (failure: unknown): boolean =>
  isServerUnreachable(failure) || kindOf(failure) === 'server';
