// Price per kilo, litre, metre or piece, from the displayed price.
import { formatCents } from './money.ts';

/** What a net content is measured by; computed from its text (net-content.ts). */
export interface ContentBase {
  /** 'le kilo', 'la pièce' */
  per: string;
  /** The content, in millionths of it. */
  millionths: number;
}

/** '18,00 € le kilo', rounded half up to the cent; null without a content. */
export const basePriceText = (cents: number, base: ContentBase | null | undefined): string | null =>
  base ? `${formatCents(Math.round((cents * 1e6) / base.millionths))} ${base.per}` : null;
