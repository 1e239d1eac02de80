// Current VAT: the rate that a sale keeps.
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
