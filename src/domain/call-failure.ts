// Call failures: the meaning of an error by its `ApiErrorKind`, wherever it was created.

/** Told for an error that is no answer. */
export const UNEXPECTED_FAILURE = "Une erreur inattendue s'est produite !";

const kindOf = (failure: unknown): unknown => Object(failure).kind;

/** There was no answer, so it is unknown whether the server acted. */
export const isServerUnreachable = (failure: unknown): boolean =>
  kindOf(failure) === 'offline' || kindOf(failure) === 'timeout';

/** The same call may succeed later without changes. */
export const isTemporaryFailure = (failure: unknown): boolean =>
  isServerUnreachable(failure) || kindOf(failure) === 'server';
