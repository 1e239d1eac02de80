// Current terms of a product that a sale keeps: its VAT rate, its exception to the right of withdrawal.
import { type SQLWrapper, sql } from 'drizzle-orm';
import { products, vatRates } from '../db/schema/catalogue.ts';
import { stores } from '../db/schema/stores.ts';

/**
 * Rate of a product at present, in basis points; null without one, and for a seller who charges no VAT. For use in a
 * statement.
 */
export const currentVatRate = (productId: SQLWrapper | string) =>
  sql<
    number | null
  >`(select ${vatRates.rate} from ${products} join ${vatRates} on ${vatRates.id} = ${products.vatRateId}
    join ${stores} on ${stores.id} = ${products.storeId}
    where ${products.id} = ${productId} and ${stores.legalIdentity} ->> 'vatNumber' is distinct from '')`;

/** Its exception to the right of withdrawal at present. For use in a statement. */
export const currentException = (productId: SQLWrapper | string) =>
  sql<string | null>`(select ${products.withdrawalException} from ${products} where ${products.id} = ${productId})`;
