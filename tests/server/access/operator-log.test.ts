// The log of operators, generated from the contract: every call that changes something leaves its row, by who made it.
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrationRegistry } from '#contract/administration/administration-registry.ts';
import type { OperatorCall } from '#contract/administration/call-roles.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorActions } from '#server/db/schema/administration.ts';
import { LEGAL_IDENTITY } from '../../support/builders.ts';
import { type OwnedRows, startOwnedRows } from './owned-rows.ts';

type Registry = typeof administrationRegistry;
type Change = { [N in OperatorCall]: Registry[N]['method'] extends 'GET' ? never : N }[OperatorCall];

let market: OwnedRows['market'];
let tokens: OwnedRows['tokens'];
let ids: OwnedRows['ids'];
beforeAll(async () => {
  ({ market, tokens, ids } = await startOwnedRows());
});
afterAll(() => market.close());

interface Made {
  id?: string;
  body?: object;
}

const PAGE = { name: 'À propos', place: 'plateforme', position: 1, description: 'Qui nous sommes.' };
const EVENT = { name: 'Fête des bergers', description: 'En mai.', picture: null };
const CATEGORY = {
  ...{ name: 'Neuve', parent: null, position: 1, picture: null },
  ...{ labelFermier: false, labelFermierDescription: '', labelFermierUrl: null },
};
const RELAY_POINT = {
  ...{ name: 'Tabac du Pont', latitude: 49.1, longitude: 5.3, address1: '1 rue du Pont', postalCode: '55100' },
  ...{ city: 'Verdun', hours: ['lun-ven 09:00-12:00'] },
};

/** A call of each that is accepted; null: its row is asked for elsewhere, or it changes nothing yet. */
const changes: Record<Change, (() => Made) | null> = {
  // Nothing is in force until it is confirmed.
  'administration.beginSecondFactor': null,
  'administration.confirmSecondFactor': null,
  // Asked for by `second-factor.test.ts`.
  'administration.removeSecondFactor': null,
  'administration.answerNotice': () => ({ id: ids.notice, body: { decision: 'kept', reasons: 'Rien à redire.' } }),
  'administration.setVisibility': () => ({
    body: { subject: `/products/${ids.product}`, isVisible: false, reasons: 'Contrefaçon.' },
  }),
  'administration.answerContest': () => ({
    id: ids.contentDecision,
    body: { outcome: 'upheld', reasons: 'Rien à redire.' },
  }),
  'administration.actFor': () => ({ id: ids.account }),
  'administration.createStore': () => ({
    body: { name: 'Nouvelle', city: 'Verdun', plan: 'Catalogue', email: 'nouvelle@etal.test' },
  }),
  'administration.inviteOwner': () => ({ id: ids.store, body: { email: 'responsable@etal.test' } }),
  'administration.setPublished': () => ({ id: ids.store, body: { isPublished: false, reasons: 'Fermée.' } }),
  'administration.setCommission': () => ({ id: ids.store, body: { rate: '3' } }),
  'administration.setIdentity': () => ({ id: ids.store, body: LEGAL_IDENTITY }),
  'administration.retryMail': () => ({ id: ids.mail }),
  'administration.runJob': () => ({ id: 'delete-undos' }),
  'administration.refund': () => ({
    id: ids.storeOrder,
    body: { amount: { amount: 100 }, refunded: 0, reasons: 'Geste commercial' },
  }),
  'administration.setBlocked': () => ({ id: ids.account, body: { isBlocked: true, reasons: 'Fausses commandes.' } }),
  'administration.createPage': () => ({ body: { slug: 'a-propos', ...PAGE } }),
  'administration.savePage': () => ({ id: ids.page, body: PAGE }),
  'administration.deletePage': () => ({ id: ids.page }),
  'administration.createEvent': () => ({ body: { slug: 'fete', ...EVENT } }),
  'administration.saveEvent': () => ({ id: ids.event, body: EVENT }),
  'administration.deleteEvent': () => ({ id: ids.event }),
  'administration.createRelayPoint': () => ({ body: { newId: 'R9', ...RELAY_POINT } }),
  'administration.saveRelayPoint': () => ({ id: ids.relayPoint, body: RELAY_POINT }),
  'administration.deleteRelayPoint': () => ({ id: ids.relayPoint }),
  'administration.createCategory': () => ({ body: { slug: 'neuve', ...CATEGORY } }),
  'administration.saveCategory': () => ({ id: ids.category, body: CATEGORY }),
  'administration.moveProducts': () => ({ id: ids.otherCategory, body: { to: ids.category } }),
  'administration.deleteCategory': () => ({ id: ids.otherCategory }),
  'administration.createVatRate': () => ({ body: { name: 'Nouveau', rate: '8,5' } }),
  'administration.saveVatRate': () => ({ id: ids.vatRate, body: { name: 'Réduit', rate: '6' } }),
  'administration.deleteVatRate': () => ({ id: ids.unusedVatRate }),
  'administration.saveDelivery': () => ({ id: 'store', body: { name: 'Sur place', prices: null } }),
  'administration.saveFeatured': () => ({ id: 'products', body: { items: [{ iri: `/products/${ids.product}` }] } }),
  'administration.createTerms': () => ({ body: { text: 'Vendre mieux.' } }),
  'administration.saveSetting': () => ({ id: 'tagline', body: { value: 'Du plateau à la table', picture: null } }),
  // Asked for by `market-content.test.ts`.
  'administration.uploadPicture': null,
  'administration.exportAccount': () => ({ id: ids.account, body: { reasons: 'Sa demande.' } }),
  'administration.endAccount': () => ({ id: ids.account, body: { reasons: 'Sa demande.' } }),
};

const readLog = () => market.db.select().from(operatorActions).orderBy(desc(operatorActions.number));

test.each(Object.entries(changes).flatMap(([name, made]) => (made ? [[name as Change, made] as const] : [])))(
  '%s leaves a row with its operator and its subject',
  async (name, made) => {
    const { method, path }: Endpoint = administrationRegistry[name];
    const { id = '', body } = made();
    const before = (await readLog()).length;
    const url = `/api${path.replace(':id', id)}`;
    const sent = { token: tokens.administrator ?? '', ...(body && { body }) };
    const { status, text } = await market.inject(method, url, sent);
    expect(status, text).toBeLessThan(300);
    const log = await readLog();
    expect(log.length).toBeGreaterThan(before);
    expect(log[0]?.operatorId).not.toBeNull();
    expect(log[0]?.title).not.toBe('');
  },
);
