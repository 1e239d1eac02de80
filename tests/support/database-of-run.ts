export type DatabaseKind = 'pglite' | 'postgres';

/** The database of the server's tests, unless a test requests another. */
export function databaseOfThisRun(): DatabaseKind {
  return process.env.ETAL_TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite';
}
