// Current VAT: the rate that a sale keeps.
import { type SQLWrapper, sql } from 'drizzle-orm';
import { products, vatRates } from '../db/schema/catalogue.ts';

/** Rate of a product at present, in basis points; null without one. For use in a statement. */
export const currentVatRate = (productId: SQLWrapper | string) =>
  sql<
    number | null
  >`(select ${vatRates.rate} from ${products} join ${vatRates} on ${vatRates.id} = ${products.vatRateId}
    where ${products.id} = ${productId})`;
