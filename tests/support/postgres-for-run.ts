// One PostgreSQL for a whole run of the server's tests; each test creates its own databases.
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server, without a database. */
    postgres: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgres', server.url(''));
  return () => server.stop();
}
