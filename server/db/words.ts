// Words of operators' searches: the indexed expressions, written the same way in the table and in the query.
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { normalizedLine } from '#domain/search/search-words.ts';

const wordsOf = (text: SQL): SQL => sql`to_tsvector('simple'::regconfig, public.search_line(${text}))`;

export const wordsOfPerson = ({ username, email }: Record<'username' | 'email', AnyPgColumn>): SQL =>
  wordsOf(sql`${username} || ' ' || ${email}`);
export const wordsOfStore = ({ name }: Record<'name', AnyPgColumn>): SQL => wordsOf(sql`${name}`);
export const wordsOfRecipient = ({ firstName, lastName }: Record<'firstName' | 'lastName', AnyPgColumn>): SQL =>
  wordsOf(sql`${firstName} || ' ' || ${lastName}`);

/** Each typed word is the beginning of one: 'cla dur' → 'cla:* & dur:*'. Empty without letters and digits. */
export const beginningsOf = (text: string): string =>
  normalizedLine(text)
    .split(' ')
    .flatMap((word) => (word === '' ? [] : [`${word}:*`]))
    .join(' & ');
