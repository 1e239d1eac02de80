// A market with one row of everything that has an owner, and a caller of each kind.
import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { TokenPair } from '#contract/account/users.ts';
import { ACCOUNT_ROLES, type OperatorRole } from '#contract/administration/operator-roles.ts';
import type { Db } from '#server/db/client.ts';
import { categories, digitalFiles, events, vatRates } from '#server/db/schema/catalogue.ts';
import { pages, relayPoints } from '#server/db/schema/content.ts';
import { contractWithdrawals } from '#server/db/schema/contract-withdrawals.ts';
import { type SaleDocumentContent, saleDocuments } from '#server/db/schema/documents.ts';
import { mails } from '#server/db/schema/mails.ts';
import { contentDecisions, notices } from '#server/db/schema/notices.ts';
import { images } from '#server/db/schema/pictures.ts';
import { pushSubscriptions } from '#server/db/schema/pushes.ts';
import { estimates, storeAppointments, storeMessages } from '#server/db/schema/requests.ts';
import { coupons, orders, storeOrderItems, storeOrders } from '#server/db/schema/sales.ts';
import { storeInvitations, storeMembers, terms } from '#server/db/schema/stores.ts';
import { makeCart, makeDelivery, makeMember, makeProduct, makeStore, makeUser } from '../../support/builders.ts';
import { subscriptionOf } from '../../support/push-receiver.ts';
import { DEMO_PASSWORD, startTestMarket, type TestMarket } from '../../support/test-server.ts';

/** 'ended': the session of the token has ended, the token itself has not. */
export type Caller =
  | 'anonymous'
  | 'ended'
  | 'user'
  | 'other merchant'
  | 'shopper'
  | 'merchant'
  | 'seller'
  | 'picker'
  | 'former seller'
  | OperatorRole;

export interface OwnedRows {
  market: TestMarket;
  tokens: Record<Caller, string | undefined>;
  ids: typeof noIds;
}

export const SLOT = { date: '2999-12-31', beginHour: '10:00', endHour: '11:00' };

const noTokens: Record<Caller, string | undefined> = {
  anonymous: undefined,
  ended: '',
  user: '',
  'other merchant': '',
  shopper: '',
  merchant: '',
  seller: '',
  picker: '',
  'former seller': '',
  administrator: '',
  moderator: '',
  accountant: '',
};
const noIds = {
  shopper: '',
  owner: '',
  /** Of a user who has nothing, and whom nothing ends. */
  account: '',
  /** Whom no decision of an operator meets. */
  operator: '',
  page: '00000000-0000-4000-8000-0000000000a1',
  event: '00000000-0000-4000-8000-0000000000a2',
  relayPoint: 'R1',
  /** Without products, unlike the other one. */
  category: '00000000-0000-4000-8000-0000000000a3',
  otherCategory: '',
  unusedVatRate: '00000000-0000-4000-8000-0000000000a4',
  terms: '00000000-0000-4000-8000-0000000000a5',
  store: '',
  order: '',
  storeOrder: '',
  storeOrderItem: '',
  saleDocument: '',
  contractWithdrawal: '',
  cart: '',
  product: '',
  image: '',
  coupon: '',
  message: '',
  appointment: '',
  estimate: '',
  pushSubscription: '',
  orderPush: '',
  digitalFile: '',
  vatRate: '',
  notice: '',
  /** That did not go out. */
  mail: '',
  contentDecision: '',
  member: '',
  /** To the store, and to the shopper. */
  invitation: '',
  ownInvitation: '',
};

/** Of the market, where an operator has deleted it. */
export async function restoreContent(db: Db): Promise<void> {
  const page = { id: noIds.page, slug: 'mentions', name: 'Mentions', place: 'plateforme', description: 'Qui.' };
  await db.insert(pages).values(page).onConflictDoNothing();
  const event = { id: noIds.event, slug: 'marche', name: 'Marché', description: '' };
  await db.insert(events).values(event).onConflictDoNothing();
  const category = { id: noIds.category, slug: 'divers', name: 'Divers', level: 1, lft: 9001, rgt: 9002 };
  await db.insert(categories).values(category).onConflictDoNothing();
  await db.insert(vatRates).values({ id: noIds.unusedVatRate, name: 'Nul', rate: 0 }).onConflictDoNothing();
  await db.insert(terms).values({ id: noIds.terms, terms: 'Vendre.' }).onConflictDoNothing();
  const place = { address1: '1 rue', postalCode: '55100', city: 'Verdun', latitude: 49, longitude: 5, hours: [] };
  await db
    .insert(relayPoints)
    .values({ id: noIds.relayPoint, name: 'Tabac', ...place })
    .onConflictDoNothing();
}

export async function startOwnedRows(): Promise<OwnedRows> {
  const market = await startTestMarket();
  const [tokens, ids] = [{ ...noTokens }, { ...noIds }];
  const { db } = market;
  await makeDelivery(db);
  const [store, otherStore] = [await makeStore(db), await makeStore(db)];
  const [shopper, user] = [await makeUser(db), await makeUser(db)];
  const product = await makeProduct(db, { storeId: store.id });
  const cart = await makeCart(db, { userId: shopper.id });
  const [order] = await db.insert(orders).values({ userId: shopper.id }).returning();
  if (!order) throw new Error('No order.');
  const [part] = await db
    .insert(storeOrders)
    .values({ orderId: order.id, storeId: store.id, state: 'payed', totalBeforeDiscount: 1000, total: 1000 })
    .returning();
  if (!part) throw new Error('No store order.');
  const item = {
    storeOrderId: part.id,
    productId: product.id,
    name: product.name,
    quantity: 1,
    unitPrice: 1000,
    total: 1000,
  };
  const [bought] = await db.insert(storeOrderItems).values(item).returning();
  const [image] = await db.insert(images).values({ stem: 'one', storeId: store.id }).returning();
  const [coupon] = await db
    .insert(coupons)
    .values({ storeId: store.id, code: 'DIX', discountType: 'relative', discount: 10 })
    .returning();
  const asked = { storeId: store.id, ownerId: shopper.id, message: 'Bonjour' };
  const [message] = await db
    .insert(storeMessages)
    .values({ ...asked, subject: 'Plateau' })
    .returning();
  const [appointment] = await db
    .insert(storeAppointments)
    .values({ ...asked, timeSlots: [{ ...SLOT, accepted: false }] })
    .returning();
  const [estimate] = await db.insert(estimates).values(asked).returning();
  const { endpoint, keys } = subscriptionOf('https://fcm.googleapis.com/fcm/send/one');
  const [pushSubscription] = await db
    .insert(pushSubscriptions)
    .values({ endpoint, ...keys, storeId: store.id, userId: store.ownerId ?? '' })
    .returning();
  const [orderPush] = await db
    .insert(pushSubscriptions)
    .values({ endpoint: `${endpoint}-of-shopper`, ...keys, ownOrders: true, userId: shopper.id })
    .returning();
  const [digitalFile] = await db.insert(digitalFiles).values({ storeId: store.id, stored: 'one.pdf' }).returning();
  const [vatRate] = await db.insert(vatRates).values({ name: 'Réduit', rate: 550 }).returning();
  const [saleDocument] = await db
    .insert(saleDocuments)
    .values({
      ...{ storeId: store.id, storeOrderId: part.id, year: 2026, number: 1, kind: 'invoice', issuedAt: new Date() },
      content: {} as SaleDocumentContent,
    })
    .returning();
  const now = new Date();
  const [withdrawal] = await db
    .insert(contractWithdrawals)
    .values({
      ...{ declarationId: randomUUID(), storeOrderId: part.id, name: 'Jeanne', email: shopper.email },
      ...{ words: 'le bol', declaredAt: now, isLate: false },
    })
    .returning();
  const reported = { subject: `/stores/${store.id}`, page: '/boutique/x', content: store.name, reason: 'other' };
  const [notice] = await db
    .insert(notices)
    .values({ ...reported, explanation: 'Rien', name: '', email: '' })
    .returning();
  const [decision] = await db
    .insert(contentDecisions)
    .values({
      subject: `/stores/${store.id}`,
      title: 'la boutique',
      content: store.name,
      reasons: 'Rien',
      answer: 'Non',
    })
    .returning();
  const [mail] = await db
    .insert(mails)
    .values({
      ...{ kind: 'other', recipient: 'personne@etal.test', subject: 'Perdu', text: '', html: '' },
      dueAt: now,
      failedAt: now,
    })
    .returning();
  const tokenHash = createHash('sha256').update('of the invitation').digest();
  const soon = new Date(now.getTime() + 3_600_000);
  const [invitation] = await db
    .insert(storeInvitations)
    .values({ storeId: store.id, email: 'seller@etal.test', role: 'seller', tokenHash, sentAt: now, expiresAt: soon })
    .returning();
  const [ownInvitation] = await db
    .insert(storeInvitations)
    .values({ storeId: store.id, email: shopper.email, role: 'seller', tokenHash, sentAt: now, expiresAt: soon })
    .returning();
  const [seller, picker] = [
    await makeMember(db, { storeId: store.id, role: 'seller' }),
    await makeMember(db, { storeId: store.id, role: 'picker' }),
  ];
  const formerSeller = await makeMember(db, { storeId: store.id, role: 'seller' });
  Object.assign(ids, {
    member: picker,
    invitation: invitation?.id,
    ownInvitation: ownInvitation?.id,
    notice: String(notice?.number),
    mail: String(mail?.id),
    contentDecision: String(decision?.number),
    contractWithdrawal: withdrawal?.id,
    orderPush: orderPush?.id,
    digitalFile: digitalFile?.id,
    vatRate: vatRate?.id,
    message: message?.id,
    appointment: appointment?.id,
    estimate: estimate?.id,
    pushSubscription: pushSubscription?.id,
    product: product.id,
    otherCategory: product.categoryId,
    image: image?.id,
    coupon: coupon?.id,
    shopper: shopper.id,
    owner: store.ownerId,
    account: user.id,
    store: store.id,
    order: String(order.id),
    storeOrder: String(part.id),
    storeOrderItem: bought?.id,
    saleDocument: saleDocument?.id,
    cart: cart.id,
  });
  const emails = await db.query.users.findMany({ columns: { id: true, email: true } });
  const tokenOf = (id: string | null) => market.login(emails.find((one) => one.id === id)?.email ?? '');
  tokens.user = await tokenOf(user.id);
  tokens.shopper = await tokenOf(shopper.id);
  tokens.merchant = await tokenOf(store.ownerId);
  tokens.seller = await tokenOf(seller);
  tokens.picker = await tokenOf(picker);
  tokens['former seller'] = await tokenOf(formerSeller);
  await db.delete(storeMembers).where(eq(storeMembers.userId, formerSeller));
  tokens['other merchant'] = await tokenOf(otherStore.ownerId);
  const operator = (role: OperatorRole) => makeUser(db, { roles: ['ROLE_USER', ACCOUNT_ROLES[role]] });
  for (const role of ['moderator', 'accountant'] as const)
    tokens[role] = await market.login((await operator(role)).email);
  const administrator = await operator('administrator');
  ids.operator = administrator.id;
  await restoreContent(db);
  tokens.administrator = await market.login(administrator.email);
  const login = { login: administrator.email, password: DEMO_PASSWORD };
  const { token, refresh_token } = (await market.inject<TokenPair>('POST', '/api/login_check', { body: login })).body;
  await market.inject('POST', '/api/token/revoke', { form: { refresh_token } });
  tokens.ended = token;
  return { market, tokens, ids };
}
