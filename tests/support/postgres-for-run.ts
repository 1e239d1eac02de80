// One PostgreSQL for a whole run of the server's tests, when they run on PostgreSQL.
import { databaseOfThisRun } from './database-of-run.ts';
import { startPostgres } from './postgres.ts';

export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (databaseOfThisRun() !== 'postgres') return undefined;
  const server = await startPostgres();
  process.env.ETAL_TEST_POSTGRES = server.url('').replace(/\/$/, '');
  return () => server.stop();
}
