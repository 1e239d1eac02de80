// All tables, for the query builder and for code that iterates over them.
import * as accounts from './schema/accounts.ts';
import * as administration from './schema/administration.ts';
import * as catalogue from './schema/catalogue.ts';
import * as content from './schema/content.ts';
import * as contractWithdrawals from './schema/contract-withdrawals.ts';
import * as documents from './schema/documents.ts';
import * as ledger from './schema/ledger.ts';
import * as mails from './schema/mails.ts';
import * as notices from './schema/notices.ts';
import * as operation from './schema/operation.ts';
import * as payments from './schema/payments.ts';
import * as payouts from './schema/payouts.ts';
import * as pictures from './schema/pictures.ts';
import * as pushes from './schema/pushes.ts';
import * as requests from './schema/requests.ts';
import * as safety from './schema/safety.ts';
import * as sales from './schema/sales.ts';
import * as storeTables from './schema/stores.ts';

export const tables = {
  ...accounts,
  ...administration,
  ...pictures,
  ...storeTables,
  ...catalogue,
  ...content,
  ...mails,
  ...requests,
  ...notices,
  ...operation,
  ...sales,
  ...payments,
  ...documents,
  ...contractWithdrawals,
  ...ledger,
  ...payouts,
  ...pushes,
  ...safety,
};
