export type DatabaseKind = 'pglite' | 'postgres';

/** Which database the server's tests run on, when they do not ask for one. */
export function databaseOfThisRun(): DatabaseKind {
  return process.env.ETAL_TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite';
}
