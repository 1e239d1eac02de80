// Words of operators' searches: the indexed expressions, written the same way in the table and in the query.
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

const wordsOf = (text: SQL): SQL => sql`to_tsvector('simple'::regconfig, public.search_line(${text}))`;

export const wordsOfPerson = ({ username, email }: Record<'username' | 'email', AnyPgColumn>): SQL =>
  wordsOf(sql`${username} || ' ' || ${email}`);
export const wordsOfStore = ({ name }: Record<'name', AnyPgColumn>): SQL => wordsOf(sql`${name}`);
