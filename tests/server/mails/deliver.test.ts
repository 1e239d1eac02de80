// Mails on their way: written with what they tell, sent once, tried again, given up.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { configurations } from '#server/db/schema/content.ts';
import { mails } from '#server/db/schema/mails.ts';
import { deleteOldMails, deliverMails, stopDeliveringMails } from '#server/mails/deliver.ts';
import { queueMail } from '#server/mails/post.ts';
import { listUnsentMails, retryFailedMails } from '#server/mails/unsent.ts';
import { type Mailer, type MailMessage, UndeliverableMail } from '#server/services/mail.ts';
import { startTestMarket, type TestMarket } from '../../support/test-server.ts';

let market: TestMarket;
let clock: number;
let sent: MailMessage[];
/** What the outside answers to the next mails. */
let answers: (() => Promise<void>)[];

beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());
beforeEach(async () => {
  clock = Date.parse('2026-12-01T09:00:00Z');
  sent = [];
  answers = [];
  await market.db.delete(mails);
});

const outside = (): Mailer => ({
  send: async (message) => {
    await answers.shift()?.();
    sent.push(message);
  },
  close: () => {},
});
/** A process of the market. */
const inProcess = () => ({ ...market.app.market, mail: outside(), now: () => new Date(clock) });
type Process = ReturnType<typeof inProcess>;

async function write(process: Process, to: string, fails = false): Promise<void> {
  const tasks: (() => Promise<void>)[] = [];
  await market.db.transaction(async (tx) => {
    const letter = { subject: `Pour ${to}`, blocks: ['Le corps.'], from: 'Étal' };
    const posting = { market: process, now: process.now(), after: (task: () => Promise<void>) => tasks.push(task) };
    await queueMail(tx, posting, { kind: 'test', to, letter });
    if (fails) throw new Error('No effect');
  });
  for (const task of tasks) await task();
}
const refuse = (error: Error) => () => Promise.reject(error);
const rows = () => market.db.select().from(mails).orderBy(mails.id);
const later = (minutes: number) => {
  clock += minutes * 60_000;
};

describe('a mail', () => {
  it('comes from the market, in its colour, at its address or one of the site', async () => {
    await market.db.delete(configurations);
    await write(inProcess(), 'a@etal.test');
    const settings = { siteName: 'Marché du Causse', senderEmail: 'bonjour@causse.example', brandColor: '#7a3e1d' };
    await market.db.insert(configurations).values(Object.entries(settings).map(([key, value]) => ({ key, value })));
    await write(inProcess(), 'b@etal.test');
    await market.db.delete(configurations);
    expect(sent.map(({ from }) => from)).toEqual([
      { name: 'Étal', address: null },
      { name: 'Marché du Causse', address: 'bonjour@causse.example' },
    ]);
    expect(sent.map(({ html }) => html?.includes('#7a3e1d'))).toEqual([false, true]);
  });

  it('is sent after its commit, in both forms, and its text is then deleted', async () => {
    const process = inProcess();
    await write(process, 'a@etal.test');
    expect(sent).toMatchObject([
      { to: 'a@etal.test', subject: 'Pour a@etal.test', text: expect.stringContaining('Le corps.') },
    ]);
    expect(sent[0]?.html).toContain('Le corps.');
    expect(await rows()).toMatchObject([{ sentAt: new Date(clock), text: '', html: '', attempts: 1 }]);
    await deliverMails(process);
    expect(sent).toHaveLength(1);
  });

  it('of an effect that did not happen is never sent', async () => {
    const process = inProcess();
    await expect(write(process, 'a@etal.test', true)).rejects.toThrow('No effect');
    await deliverMails(process);
    expect([sent, await rows()]).toEqual([[], []]);
  });

  it('that fails is retried with backoff under the same id, and delays no other', async () => {
    const process = inProcess();
    answers = [refuse(new Error('Connection timeout'))];
    await write(process, 'a@etal.test');
    await write(process, 'b@etal.test');
    expect(sent.map(({ to }) => to)).toEqual(['b@etal.test']);
    const [waiting] = await rows();
    expect(waiting).toMatchObject({ attempts: 1, sentAt: null, failedAt: null, error: 'Connection timeout' });
    answers = [refuse(new Error('Still away'))];
    later(1);
    await deliverMails(process);
    later(4);
    await deliverMails(process);
    expect(sent).toHaveLength(1);
    later(1);
    await deliverMails(process);
    expect(sent.map(({ to }) => to)).toEqual(['b@etal.test', 'a@etal.test']);
    expect(new Set(sent.map(({ name }) => name)).size).toBe(2);
    expect(await rows()).toMatchObject([{ attempts: 3, error: null }, { attempts: 1 }]);
  });

  it('is given up after two days of failures, at once for an invalid address, and stays listed', async () => {
    const process = inProcess();
    answers = [refuse(Object.assign(new Error('550 no such user'), { code: 'EENVELOPE', responseCode: 550 }))];
    await write(process, 'gone@etal.test');
    expect(await rows()).toMatchObject([{ failedAt: new Date(clock), error: '550 no such user' }]);
    // The login of the market itself: somebody mends it.
    answers = [refuse(Object.assign(new Error('535 refused'), { code: 'EAUTH', responseCode: 535 }))];
    await write(process, 'later@etal.test');
    expect(await rows()).toMatchObject([{}, { failedAt: null, error: '535 refused' }]);
    await market.db.delete(mails).where(eq(mails.recipient, 'later@etal.test'));

    answers = Array.from({ length: 20 }, () => refuse(new Error('away')));
    await write(process, 'a@etal.test');
    for (let hours = 0; hours < 72; hours++) {
      later(60);
      await deliverMails(process);
    }
    const [, given] = await rows();
    expect(given).toMatchObject({ attempts: 9, sentAt: null, error: 'away' });
    const took = (given?.failedAt?.getTime() ?? 0) - (given?.createdAt.getTime() ?? 0);
    expect(took / 3_600_000).toBeGreaterThan(40);
    expect(took / 3_600_000).toBeLessThan(60);
    expect(sent).toEqual([]);
  });

  it('whose process died is sent by another, under the same id', async () => {
    const [first, second] = [inProcess(), inProcess()];
    let die: (error: Error) => void = () => {};
    let begun: () => void = () => {};
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    answers = [
      () =>
        new Promise((_, reject) => {
          die = reject;
          begun();
        }),
    ];
    const dying = write(first, 'a@etal.test');
    await isBegun;
    // It is somebody's: nobody else sends it meanwhile.
    await deliverMails(second);
    expect(sent).toEqual([]);
    later(6);
    await deliverMails(second);
    expect(sent).toHaveLength(1);
    die(new Error('killed'));
    await dying;
    // The one that came back late takes nothing away.
    expect(await rows()).toMatchObject([{ sentAt: expect.any(Date), failedAt: null }]);
    later(60);
    await deliverMails(first);
    expect(sent).toHaveLength(1);
  });

  it('accepted by the server is not sent twice when the database is unreachable: it is recorded later', async () => {
    const process = inProcess();
    const { db } = process;
    const failOnce = () => {
      throw new Error('Connection terminated');
    };
    let isUnreachable = true;
    // What says that it was sent does not arrive.
    process.db = new Proxy(db, {
      get: (target, name) =>
        name === 'update'
          ? (table: typeof mails) => ({
              set: (values: object) =>
                isUnreachable && 'sentAt' in values ? { where: failOnce } : target.update(table).set(values as never),
            })
          : Reflect.get(target, name),
    });
    await expect(write(process, 'a@etal.test')).rejects.toThrow('Connection terminated');
    expect(sent).toHaveLength(1);
    for (const minutes of [1, 5, 10]) {
      later(minutes);
      await expect(deliverMails(process)).rejects.toThrow('Connection terminated');
    }
    isUnreachable = false;
    await deliverMails(process);
    expect(await rows()).toMatchObject([{ sentAt: expect.any(Date), error: null, text: '', attempts: 1 }]);
    later(60);
    await deliverMails(process);
    await deliverMails(inProcess());
    expect(sent).toHaveLength(1);
  });

  it('is dated when it was written, however late it is sent', async () => {
    const process = inProcess();
    const written = new Date(clock);
    answers = [refuse(new Error('away'))];
    await write(process, 'a@etal.test');
    later(60);
    await deliverMails(process);
    expect(sent.map(({ writtenAt }) => writtenAt)).toEqual([written]);
  });

  it('is sent by one of many processes', async () => {
    const processes = Array.from({ length: 6 }, inProcess);
    const [writer] = processes as [Process];
    answers = Array.from({ length: 8 }, () => refuse(new Error('away')));
    for (let number = 0; number < 8; number++) await write(writer, `${number}@etal.test`);
    expect(sent).toEqual([]);
    later(5);
    await Promise.all(processes.map(deliverMails));
    expect(sent.map(({ to }) => to).sort()).toEqual(Array.from({ length: 8 }, (_, number) => `${number}@etal.test`));
  });

  it('written while others are being sent goes in the same breath', async () => {
    const process = inProcess();
    await Promise.all(Array.from({ length: 5 }, (_, number) => write(process, `${number}@etal.test`)));
    expect(sent).toHaveLength(5);
  });

  it('is not started during a shutdown; the current one is finished', async () => {
    const process = inProcess();
    let finish: () => void = () => {};
    answers = [
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    ];
    const writing = write(process, 'a@etal.test');
    await expect.poll(() => answers.length).toBe(0);
    const stopping = stopDeliveringMails(process);
    finish();
    await Promise.all([writing, stopping]);
    await write(process, 'b@etal.test');
    expect(sent.map(({ to }) => to)).toEqual(['a@etal.test']);
    await deliverMails(inProcess());
    expect(sent).toHaveLength(2);
  });

  it('unsent is listed for the operator with its reason, and retried on request', async () => {
    const process = inProcess();
    expect(await listUnsentMails(market.db)).toEqual(['Tous les courriels sont partis.']);
    answers = [refuse(new UndeliverableMail('550 no such user')), refuse(new Error('away'))];
    await write(process, 'gone@etal.test');
    await write(process, 'waits@etal.test');
    const [given, withheld] = await rows();
    expect(await listUnsentMails(market.db)).toEqual([
      'Abandonnés : 1',
      `  n° ${given?.id}, «\u00a0Pour gone@etal.test\u00a0», à gone@etal.test, 1 essai : 550 no such user`,
      'En attente : 1',
      `  n° ${withheld?.id}, «\u00a0Pour waits@etal.test\u00a0», à waits@etal.test, 1 essai : away`,
    ]);
    expect(await retryFailedMails(market.db, process.now())).toBe(1);
    await deliverMails(process);
    expect(sent.map(({ to }) => to)).toEqual(['gone@etal.test']);
    expect(await retryFailedMails(market.db, process.now())).toBe(0);
  });

  it('is deleted a month after sending or three months after failure; pending ones are kept', async () => {
    const process = inProcess();
    await write(process, 'sent@etal.test');
    answers = [refuse(new UndeliverableMail('550'))];
    await write(process, 'given-up@etal.test');
    const left = async () => (await rows()).map(({ recipient }) => recipient);
    const days = (count: number) => new Date(clock + count * 86_400_000);
    await deleteOldMails(market.app.market, days(29));
    expect(await left()).toEqual(['sent@etal.test', 'given-up@etal.test']);
    answers = [refuse(new Error('away'))];
    await write(process, 'waits@etal.test');
    await deleteOldMails(market.app.market, days(31));
    expect(await left()).toEqual(['given-up@etal.test', 'waits@etal.test']);
    await deleteOldMails(market.app.market, days(91));
    expect(await left()).toEqual(['waits@etal.test']);
  });
});
