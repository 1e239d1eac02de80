// Embedded databases that serve one test after the other: starting one takes the processor a second or two, emptying one
// a few hundredths. Guarantees: whoever is given one finds it as a new one is (no rows, every number begins at 1, the
// schema untouched), and who gave it back reaches it no more.
import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Db, OpenDatabase } from '#server/db/client.ts';
import * as tables from '#server/db/tables.ts';

interface Kept {
  client: PGlite;
  /** Of the schema as the migrations left it. */
  sign: string;
}
const idle: Kept[] = [];

/** @param open makes a new one: migrated, without a row */
export async function emptyDatabase(open: () => Promise<OpenDatabase>): Promise<OpenDatabase> {
  const kept = idle.pop() ?? (await newOne(open));
  let over = false;
  const door = new Proxy(kept.client, {
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
    dump: () => door.dumpDataDir('none'),
    close: async () => {
      if (over) return;
      over = true;
      if (await isAsNew(kept)) idle.push(kept);
      else await kept.client.close();
    },
  };
}

async function newOne(open: () => Promise<OpenDatabase>): Promise<Kept> {
  const { db } = await open();
  const client = (db as unknown as { $client: PGlite }).$client;
  return { client, sign: await signOf(client) };
}

async function isAsNew({ client, sign }: Kept): Promise<boolean> {
  await client.exec('discard all');
  await client.exec(emptying);
  return (await signOf(client)) === sign;
}

const emptying = `
  do $$ declare each record; begin
    set local session_replication_role = replica;
    for each in select tablename as name from pg_tables where schemaname = 'public' loop
      execute format('delete from public.%I', each.name);
    end loop;
    for each in select sequencename as name from pg_sequences where schemaname = 'public' and last_value is not null loop
      execute format('alter sequence public.%I restart', each.name);
    end loop;
  end $$;`;

async function signOf(client: PGlite): Promise<string> {
  const { rows } = await client.query<{ sign: string }>(`
    select md5(string_agg(part, E'\\n' order by part)) as sign from (
      select concat_ws(' ', attrelid::regclass, attnum, attname, atttypid, attnotnull, atthasdef) as part
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'i', 'v', 'm')
      union all select concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
      union all select concat_ws(' ', oid::regprocedure) from pg_proc where pronamespace = 'public'::regnamespace
    ) as parts`);
  return rows[0]?.sign ?? '';
}
