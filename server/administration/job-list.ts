// Recurring jobs of a server, by name.
import { join } from 'node:path';
import { deleteExpiredUndos } from '../accounts/change-email.ts';
import { deleteExpiredResets } from '../accounts/password-reset.ts';
import { deleteExpired, deleteOldMailFiles } from '../db/retention.ts';
import type { Market } from '../http/call.ts';
import { deleteOldMails, deliverMails } from '../mails/deliver.ts';
import { deleteUnusedFiles } from '../merchant/digital-files.ts';
import { deleteUnusedPictures } from '../merchant/orphan-images.ts';
import { checkStoreAccounts } from '../money/store-accounts.ts';
import { requestDueTransfers } from '../money/transfers.ts';
import { purgeAnswers } from '../plugins/idempotency.ts';
import { notifyAvailable } from '../requests/notify-available.ts';
import { checkDuePayments } from '../sales/payment-checks.ts';
import { requestDueRefunds } from '../sales/refunds.ts';
import { remindOfWithdrawals } from '../withdrawals/reminders.ts';

export interface Job {
  name: string;
  /** Milliseconds. */
  every: number;
  run(market: Market, now: Date): Promise<void>;
}

const SECOND_MS = 1_000;
const HOUR_MS = 60 * 60 * SECOND_MS;

export const jobs: readonly Job[] = [
  { name: 'check-payments', every: 30 * SECOND_MS, run: checkDuePayments },
  { name: 'request-refunds', every: 30 * SECOND_MS, run: requestDueRefunds },
  { name: 'request-transfers', every: 30 * SECOND_MS, run: requestDueTransfers },
  { name: 'check-store-accounts', every: HOUR_MS, run: checkStoreAccounts },
  { name: 'notify-available', every: 60 * SECOND_MS, run: notifyAvailable },
  { name: 'deliver-mails', every: 15 * SECOND_MS, run: deliverMails },
  { name: 'deliver-pushes', every: 10 * SECOND_MS, run: ({ pushes }) => pushes.deliver() },
  { name: 'remind-of-withdrawals', every: HOUR_MS, run: remindOfWithdrawals },
  { name: 'delete-resets', every: HOUR_MS, run: ({ db }, now) => deleteExpiredResets(db, now) },
  { name: 'delete-undos', every: HOUR_MS, run: ({ db }, now) => deleteExpiredUndos(db, now) },
  { name: 'delete-mails', every: HOUR_MS, run: deleteOldMails },
  { name: 'delete-answers', every: HOUR_MS, run: ({ db }, now) => purgeAnswers(db, now) },
  { name: 'delete-expired', every: HOUR_MS, run: ({ db }, now) => deleteExpired(db, now) },
  {
    name: 'delete-mail-files',
    every: HOUR_MS,
    run: ({ env }, now) => deleteOldMailFiles(join(env.dataDir, 'outbox'), now),
  },
  { name: 'delete-pictures', every: 6 * HOUR_MS, run: deleteUnusedPictures },
  { name: 'delete-files', every: 6 * HOUR_MS, run: deleteUnusedFiles },
];
