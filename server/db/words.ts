// Words of searches: the indexed expressions, written the same way in the table and in the query. A word is what stands
// between two spaces; PostgreSQL's own parser would cut '2e14led' into a number and the rest.
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { normalizedLine } from '#domain/search/search-words.ts';

const wordsOf = (text: SQL): SQL =>
  sql`array_to_tsvector(array_remove(string_to_array(public.search_line(${text}), ' '), ''))`;

/** Of a product's search line: words of the name, the first part, have weight A; positions mean nothing. */
export const wordsOfProduct = sql`(regexp_replace(split_part(document, '|', 1), '[a-z0-9]+', '\\&:1A', 'g') || ' ' ||
  regexp_replace(replace(document, '|', ' '), '[a-z0-9]+', '\\&:1', 'g'))::tsvector`;

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
