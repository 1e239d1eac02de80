// Mails that did not go out and recurring jobs, for operators: listed with their last error, and run again.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobState, UnsentMail } from '#contract/administration/operation.ts';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { runJob } from '#server/administration/jobs.ts';
import { mails } from '#server/db/schema/mails.ts';
import { makeUser } from '../../support/builders.ts';
import { expectOk } from '../../support/shopper.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

const NOW = new Date('2026-10-14T10:00:00Z');
let market: TestMarket;
let token: string;
beforeAll(async () => {
  market = await startTestMarket({ now: NOW });
  token = await market.login((await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] })).email);
});
afterAll(() => market.close());

const call = <T>(method: string, path: string) =>
  market.inject<T>(method, `/api/administration${path}`, { token, ...(method !== 'GET' && { body: {} }) });
const list = async <T>(path: string) => expectOk(await call<Collection<T>>('GET', path))['hydra:member'];

async function writeMail(values: Partial<typeof mails.$inferInsert> = {}): Promise<number> {
  const [mail] = await market.db
    .insert(mails)
    .values({
      ...{ kind: 'new-order', recipient: 'boutique@etal.test', subject: 'Une commande', text: 'Bonjour', html: '' },
      ...{ dueAt: NOW, createdAt: NOW, ...values },
    })
    .returning();
  return mail?.id ?? 0;
}

test('a mail that was given up is listed with its reason, and sent again', async () => {
  const gone = await writeMail({ sentAt: NOW });
  const number = await writeMail({ failedAt: NOW, attempts: 8, error: 'Connection timeout' });
  const shown = await list<UnsentMail>('/mails?state=failed');
  expect(shown).toMatchObject([{ number, state: 'failed', attempts: 8, error: 'Connection timeout' }]);
  expect(JSON.stringify(shown)).not.toContain('Bonjour');
  expectOk(await call('POST', `/mails/${number}/retry`));
  expect((await market.sentMails()).some((mail) => mail.includes('boutique@etal.test'))).toBe(true);
  expect(await list('/mails')).toEqual([]);
  for (const sent of [gone, number]) {
    expect(await call<ErrorBody>('POST', `/mails/${sent}/retry`)).toMatchObject({
      status: 409,
      body: { code: 'sent' },
    });
  }
});

test('a mail that waits for its address to be confirmed is not sent', async () => {
  const { id } = await makeUser(market.db, { emailConfirmedAt: null });
  const number = await writeMail({ withheldForUser: id });
  expect(await list('/mails')).toEqual([]);
  expect(await list('/mails?state=withheld')).toMatchObject([{ number, state: 'withheld' }]);
  expect(await call<ErrorBody>('POST', `/mails/${number}/retry`)).toMatchObject({ status: 409 });
  expect((await market.db.select().from(mails).where(eq(mails.id, number)))[0]?.sentAt).toBeNull();
});

test('a job is listed with its last error until it runs well, also when an operator runs it', async () => {
  const of = async (name: string) => (await list<JobState>('/jobs')).find((job) => job.name === name);
  expect(await of('delete-undos')).toMatchObject({ every: 3600, doneAt: null, failedAt: null, error: null });
  const broken = { name: 'delete-undos', every: 1000, run: () => Promise.reject(new Error('Disk full')) };
  await expect(runJob(market.app.market, broken)).rejects.toThrow('Disk full');
  expect(await of('delete-undos')).toMatchObject({ doneAt: null, failedAt: NOW.toISOString(), error: 'Disk full' });
  expectOk(await call('POST', '/jobs/delete-undos/runs'));
  expect(await of('delete-undos')).toMatchObject({ doneAt: NOW.toISOString(), error: null });
  expect((await call('POST', '/jobs/nothing/runs')).status).toBe(404);
});
