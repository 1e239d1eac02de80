// Mail address of a store: its own, else that of its first owner.
import { sql } from 'drizzle-orm';
import { users } from '../db/schema/accounts.ts';
import { storeMembers } from '../db/schema/stores.ts';

/** For a query of `stores` under its own name; null without either. */
export const storeMailAddress = sql<string | null>`coalesce(nullif(stores.email, ''),
  (select person.email from ${storeMembers} member join ${users} person on person.id = member.user_id
    where member.store_id = stores.id and member.role = 'owner'
    order by member.created_at, member.user_id limit 1))`;
