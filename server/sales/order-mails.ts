// Writes the mails about an order: to the shopper, and to each shop.
import { sql } from 'drizzle-orm';
import { formatCents } from '#domain/money.ts';
import { SHIPPING_LABELS } from '#domain/shipping.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { configurations } from '../db/schema/content.ts';
import { orders, storeOrders } from '../db/schema/sales.ts';
import { stores } from '../db/schema/shops.ts';
import type { Market } from '../http/call.ts';
import { type StoreOrderRow, shippingTypeOf } from '../presenters/orders.ts';
import { readOrder } from './order-reading.ts';

interface Addressees extends Record<string, unknown> {
  siteName: string | null;
  shopper: string;
  /** Number of the store order → the shop's address. */
  shops: Record<string, string | null>;
}

async function addressees(tx: Tx, orderId: number): Promise<Addressees | undefined> {
  const { rows } = await tx.execute<Addressees>(sql`
    select buyer.email as shopper,
      (select value from ${configurations} where key = 'siteName') as "siteName",
      (select json_object_agg(part.id, coalesce(nullif(shop.email, ''), owner.email))
        from ${storeOrders} part join ${stores} shop on shop.id = part.store_id
        left join ${users} owner on owner.id = shop.owner_id where part.order_id = bought.id) as shops
    from ${orders} bought join ${users} buyer on buyer.id = bought.user_id where bought.id = ${orderId}`);
  return rows[0];
}

function linesOf(part: StoreOrderRow): string {
  const type = shippingTypeOf(part.shippingType);
  const lines = part.items.map((item) => {
    const choice = item.optionValues.map(({ option, name }) => `${option}\u00a0: ${name}`).join(', ');
    return `  ${item.quantity} × ${item.name}${choice && ` (${choice})`} — ${formatCents(item.total)}`;
  });
  const discount = part.totalBeforeDiscount - part.total;
  return [
    part.store.name,
    ...lines,
    ...(discount > 0 ? [`  Remise — ${formatCents(-discount)}`] : []),
    `  ${part.deliveryNames[type] ?? SHIPPING_LABELS[type]} — ${formatCents(part.shippingFees)}`,
    `  Total — ${formatCents(part.total)}`,
  ].join('\n');
}

const whoFor = (part: StoreOrderRow): string =>
  [
    `${part.firstName} ${part.lastName}`.trim(),
    part.phoneNumber,
    part.email,
    part.address1,
    part.address2,
    `${part.postalCode} ${part.city}`.trim(),
  ]
    .filter((line) => line !== '')
    .join('\n');

/**
 * The news of a confirmed order: to the shopper, and to each shop its own part. Read inside the transaction, sent after.
 */
export async function orderMails(
  tx: Tx,
  orderId: number,
  { mail, env, storage }: Pick<Market, 'mail' | 'env' | 'storage'>,
): Promise<() => Promise<void>> {
  const order = await readOrder(tx, orderId);
  const to = await addressees(tx, orderId);
  const digital = await digitalParts(tx, orderId);
  if (!to) return async () => {};
  const site = to.siteName ?? 'Étal';
  const total = order.storeOrders.reduce((sum, part) => sum + part.total, 0);
  const payment = order.paymentOnDelivery ? 'Vous paierez à la livraison.' : 'Votre paiement a bien été accepté.';

  return async () => {
    await mail.send({
      to: to.shopper,
      subject: `${site}\u00a0: votre commande n° ${orderId} est confirmée`,
      text: [
        'Bonjour,',
        `Merci pour votre commande n° ${orderId}. ${payment}`,
        ...order.storeOrders.map(linesOf),
        `Total de la commande\u00a0: ${formatCents(total)}`,
        `Suivez-la ici\u00a0: ${env.publicUrl}/compte/commande/${orderId}`,
        `À bientôt,\n${site}`,
      ].join('\n\n'),
    });
    for (const part of order.storeOrders) {
      const shop = to.shops[String(part.id)];
      if (!shop) continue;
      await mail.send({
        to: shop,
        subject: `${site}\u00a0: nouvelle commande n° ${part.id}`,
        text: [
          'Bonjour,',
          `Une commande vient d'être confirmée${order.paymentOnDelivery ? ', à payer à la livraison' : ''}.`,
          linesOf(part),
          `Client\u00a0:\n${whoFor(part)}`,
          `À préparer ici\u00a0: ${env.publicUrl}/admin/boutique/store/commandes/${part.id}`,
        ].join('\n\n'),
      });
    }
    // Paid for, so sent at once: nobody has to pack a file.
    for (const { email, files } of order.paymentOnDelivery ? [] : digital) {
      const attachments = await Promise.all(
        files.map(async ({ name, file }) => ({ filename: `${name}.pdf`, content: await storage.readFile(file) })),
      );
      await mail.send({
        to: email || to.shopper,
        subject: `${site}\u00a0: vos produits de la commande n° ${orderId}`,
        text: `Bonjour,\n\nVous trouverez en pièce jointe\u00a0: ${files.map(({ name }) => name).join(', ')}.\n\nÀ bientôt,\n${site}`,
        attachments,
      });
    }
  };
}

interface DigitalPart extends Record<string, unknown> {
  email: string;
  files: { name: string; file: string }[];
}

async function digitalParts(tx: Tx, orderId: number): Promise<DigitalPart[]> {
  const { rows } = await tx.execute<DigitalPart>(sql`
    select part.email, json_agg(json_build_object('name', item.name, 'file', sold.dematerialized_file)) as files
    from store_orders part join store_order_items item on item.store_order_id = part.id
    join products sold on sold.id = item.product_id
    where part.order_id = ${orderId} and part.shipping_type = 'demat' and sold.dematerialized_file is not null
    group by part.id, part.email`);
  return rows;
}

/** The parcel is on its way, or waits at the counter. */
export async function shippedMail(
  tx: Tx,
  part: StoreOrderRow,
  { mail, env }: Pick<Market, 'mail' | 'env'>,
): Promise<() => Promise<void>> {
  const to = await addressees(tx, part.orderId);
  if (!to) return async () => {};
  const site = to.siteName ?? 'Étal';
  const type = shippingTypeOf(part.shippingType);
  const news = {
    store: `Votre commande vous attend\u00a0: ${part.store.name}, ${part.store.address1}, ${part.store.postalCode} ${part.store.city}.`,
    custom_relay: `Votre commande vous attend au point relais du commerçant\u00a0: ${part.store.relayPoint}.`,
    custom_store: `${part.store.name} vous apporte votre commande.`,
    home: 'Votre colis est en route.',
    relay: 'Votre colis est en route vers votre point relais.',
    demat: 'Vos produits vous ont été envoyés par e-mail.',
  }[type];
  return () =>
    mail.send({
      to: to.shopper,
      subject: `${site}\u00a0: votre commande n° ${part.orderId} est prête`,
      text: [
        'Bonjour,',
        news,
        ...(part.trackingCode ? [`Numéro de suivi\u00a0: ${part.trackingCode}`] : []),
        linesOf(part),
        `${env.publicUrl}/compte/commande/${part.orderId}`,
        `À bientôt,\n${site}`,
      ].join('\n\n'),
    });
}

/** To the shopper whose order the shop cannot serve. */
export async function canceledMail(
  tx: Tx,
  part: StoreOrderRow,
  reason: string,
  { mail, env }: Pick<Market, 'mail' | 'env'>,
): Promise<() => Promise<void>> {
  const to = await addressees(tx, part.orderId);
  return async () => {
    if (!to) return;
    const site = to.siteName ?? 'Étal';
    await mail.send({
      to: to.shopper,
      subject: `${site}\u00a0: ${part.store.name} a annulé sa part de votre commande n° ${part.orderId}`,
      text: [
        'Bonjour,',
        `${part.store.name} ne peut pas honorer sa part de votre commande n° ${part.orderId}.`,
        ...(reason === '' ? [] : [`Son message\u00a0: ${reason}`]),
        part.refunded === null
          ? "Rien n'a été encaissé pour ces articles."
          : `${formatCents(part.refunded)} vous sont remboursés sur le moyen de paiement que vous avez utilisé.`,
        linesOf(part),
        `${env.publicUrl}/compte/commande/${part.orderId}`,
        `À bientôt,\n${site}`,
      ].join('\n\n'),
    });
  };
}

/** To the shopper whose order was not paid in time. */
export async function unpaidMail(
  tx: Tx,
  orderId: number,
  { mail, env }: Pick<Market, 'mail' | 'env'>,
): Promise<() => Promise<void>> {
  const to = await addressees(tx, orderId);
  return async () => {
    if (!to) return;
    await mail.send({
      to: to.shopper,
      subject: `Commande n° ${orderId}\u00a0: le délai de paiement est dépassé`,
      text: [
        'Bonjour,',
        `Votre commande n° ${orderId} n'a pas été payée à temps\u00a0: elle est close, et rien n'a été débité.`,
        `Vos articles vous attendent dans votre panier\u00a0: ${env.publicUrl}/commande/panier`,
        to.siteName ?? 'Étal',
      ].join('\n\n'),
    });
  };
}
