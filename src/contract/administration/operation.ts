// Operation endpoints of operators: mails that did not go out, and recurring jobs.
import * as z from 'zod/mini';
import { itemsPerPage, pageNumber, serialNumber } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { patternText } from '../fields/values.ts';
import { collection } from '../wire/hydra.ts';

/** failed: given up; waiting: for its next attempt; withheld: until the address is confirmed. */
export const mailStates = ['failed', 'waiting', 'withheld'] as const;
const mailState = z.enum(mailStates);
export type MailState = z.output<typeof mailState>;

const mail = z.object({
  '@type': z.literal('UnsentMail'),
  number: z.int(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: mailState,
  attempts: z.int(),
  error: z.nullable(z.string()),
  createdAt: z.string(),
});
export type UnsentMail = z.output<typeof mail>;

const job = z.object({
  '@type': z.literal('Job'),
  name: z.string(),
  /** Seconds between two runs. */
  every: z.int(),
  /** Of the last run that did not fail; null: none since the market was set up. */
  doneAt: z.nullable(z.string()),
  failedAt: z.nullable(z.string()),
  /** Of the last run; null if it did not fail. */
  error: z.nullable(z.string()),
});
export type JobState = z.output<typeof job>;

const ofOperator = { access: 'operator', offline: 'online' } as const;

export const operationEndpoints = {
  /** Without `state` the given up and the waiting ones. The oldest first. */
  'administration.mails': {
    ...ofOperator,
    method: 'GET',
    path: '/administration/mails',
    query: z.object({
      page: z.optional(pageNumber),
      itemsPerPage: z.optional(itemsPerPage),
      state: z.optional(mailState),
    }),
    answer: collection(mail),
  },
  /** 409 `sent`; `withheld`: until its address is confirmed. */
  'administration.retryMail': {
    ...ofOperator,
    method: 'POST',
    path: '/administration/mails/:id/retry',
    params: z.object({ id: serialNumber }),
    answer: mail,
  },
  'administration.jobs': {
    ...ofOperator,
    method: 'GET',
    path: '/administration/jobs',
    answer: collection(job),
  },
  /** Runs it once more, now. */
  'administration.runJob': {
    ...ofOperator,
    method: 'POST',
    path: '/administration/jobs/:id/runs',
    params: z.object({ id: patternText(/^[a-z-]+$/, 40, 'Tâche inconnue.') }),
    answer: job,
  },
} as const satisfies Record<string, Endpoint>;
