// Pool of embedded databases: starting one takes a second of processor time, emptying one some hundredths. Guarantees:
// each comes out of the pool like a new one (no rows, sequences at 1, same schema), and its last user can no longer
// reach it.
import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Db, OpenDatabase } from '#server/db/client.ts';
import { listenInPglite } from '#server/db/notifications.ts';
import { tables } from '#server/db/tables.ts';

type Query = (statement: string) => Promise<{ rows: unknown[] }>;

/** A fingerprint of the schema, to detect changes by a test. */
async function signOf(query: Query): Promise<string> {
  const { rows } = await query(`
    select md5(string_agg(part, E'\\n' order by part)) as sign from (
      select concat_ws(' ', attrelid::regclass, attnum, attname, atttypid, attnotnull, atthasdef) as part
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'i', 'v', 'm')
      union all select concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
      union all select concat_ws(' ', oid::regprocedure) from pg_proc where pronamespace = 'public'::regnamespace
    ) as parts`);
  return (rows[0] as { sign: string }).sign;
}

interface Stored {
  client: PGlite;
  sign: string;
}
const idle: Stored[] = [];

/** @param open creates a new one: migrated, without rows */
export async function emptyDatabase(open: () => Promise<OpenDatabase>): Promise<OpenDatabase> {
  const stored = idle.pop() ?? (await newOne(open));
  let over = false;
  const door = new Proxy(stored.client, {
    get(client, name) {
      const found: unknown = Reflect.get(client, name);
      if (typeof found !== 'function') return found;
      return over ? () => Promise.reject(new Error('PGlite is closed')) : found.bind(client);
    },
  });
  return {
    db: drizzle(door, { schema: tables }) as unknown as Db,
    kind: 'pglite',
    exclusively: (run) => run(),
    listen: listenInPglite(door),
    dump: () => door.dumpDataDir('none'),
    close: async () => {
      if (over) return;
      over = true;
      if (await isAsNew(stored)) idle.push(stored);
      else await stored.client.close();
    },
  };
}

async function newOne(open: () => Promise<OpenDatabase>): Promise<Stored> {
  const { db } = await open();
  const client = (db as unknown as { $client: PGlite }).$client;
  return { client, sign: await signOf((statement) => client.query(statement)) };
}

async function isAsNew({ client, sign }: Stored): Promise<boolean> {
  await client.exec('discard all');
  // Three times as fast here as a truncate.
  await client.exec(`do $$ declare each record; begin
    set local session_replication_role = replica;
    for each in select tablename as name from pg_tables where schemaname = 'public' loop
      execute format('delete from public.%I', each.name);
    end loop;
    for each in select sequencename as name from pg_sequences where schemaname = 'public' and last_value is not null loop
      execute format('alter sequence public.%I restart', each.name);
    end loop;
  end $$`);
  return (await signOf((statement) => client.query(statement))) === sign;
}
