// Counts of requests that a store has received: between the end of a write and the next answer nothing jumps back.
import { afterEach, expect, test } from 'vitest';
import type { JournalEntry } from '#db/rows.ts';
import { applyToReads } from '#engine/writes/settled-reads.ts';
import { pageQueryClient } from '#state/page/page-store.ts';
import { queryKey, type ReadResult } from '#state/page/query-client.ts';
import { findRecord, type ReadCommand } from '#sync/commands/registry.ts';

afterEach(() => pageQueryClient.clear());

const row = (type: string, args: { id: string }) =>
  ({ id: `write-${args.id}`, type, v: 1, args, lane: findRecord(type)?.lane(args, '') }) as never as ReadCommand;
const end = (of: ReadCommand, outcome: JournalEntry['outcome']) =>
  ({ cmdId: of.id, type: of.type, lane: of.lane, outcome }) as JournalEntry;

const list = queryKey('messages.ofStore', { params: { id: 'store' } });
const one = queryKey('messages.get', { params: { id: 'a' } });
const seen = <T>(answer: T): ReadResult<T> => ({ answer, seenAt: 1, stale: false, error: null, personal: true });
const unread = (id: string) => ({ id, read: false });
const readStates = () =>
  pageQueryClient
    .getQueryData<ReadResult<{ 'hydra:member': { id: string; read: boolean }[] }>>(list)
    ?.answer?.['hydra:member'].map(({ read }) => read);

test('a message that was opened is still read after its write has ended, in the list and by itself', () => {
  pageQueryClient.setQueryData(list, seen({ 'hydra:member': [unread('a'), unread('b')] }));
  pageQueryClient.setQueryData(one, seen(unread('a')));
  const opened = row('messages.read', { id: 'a' });
  applyToReads([end(opened, 'done')], [opened]);
  expect(readStates()).toEqual([true, false]);
  expect(pageQueryClient.getQueryData<ReadResult<unknown>>(one)?.answer).toEqual({ id: 'a', read: true });
});

test('a refused write, and one that this page has not seen, change nothing', () => {
  pageQueryClient.setQueryData(list, seen({ 'hydra:member': [unread('a'), unread('b')] }));
  const [refused, other] = [row('messages.read', { id: 'a' }), row('messages.read', { id: 'b' })];
  applyToReads([end(refused, 'rejected'), end(other, 'done')], [refused]);
  expect(readStates()).toEqual([false, false]);
});

test('an appointment that was answered stays answered', () => {
  const appointments = queryKey('appointments.ofStore', { params: { id: 'store' } });
  pageQueryClient.setQueryData(appointments, seen({ 'hydra:member': [{ id: 'c', state: 'pending', response: null }] }));
  const answer = row('appointments.cancel', { id: 'c', who: 'Odile', response: 'Pas de créneau' } as { id: string });
  applyToReads([end(answer, 'done')], [answer]);
  expect(pageQueryClient.getQueryData<ReadResult<unknown>>(appointments)?.answer).toEqual({
    'hydra:member': [{ id: 'c', state: 'canceled', response: 'Pas de créneau' }],
  });
});
