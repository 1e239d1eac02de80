// Call roles: which operators may make each call of the administration. Administrators may make all of them.
// Guarantee: the types ask for a row for each call.
import type { AllEndpoints, AnyEndpointName } from '../all-endpoints.ts';
import type { OperatorRole } from './operator-roles.ts';

export type OperatorCall = {
  [N in AnyEndpointName]: AllEndpoints[N]['access'] extends 'operator' ? N : never;
}[AnyEndpointName];

type OtherRole = Exclude<OperatorRole, 'administrator'>;
const everyone: readonly OtherRole[] = ['moderator', 'accountant'];

const otherRoles: Readonly<Record<OperatorCall, readonly OtherRole[]>> = {
  'administration.me': everyone,
  'administration.beginSecondFactor': everyone,
  'administration.confirmSecondFactor': everyone,
  'administration.notices': ['moderator'],
  'administration.notice': ['moderator'],
  'administration.answerNotice': ['moderator'],
  'administration.contents': ['moderator'],
  'administration.content': ['moderator'],
  'administration.setVisibility': ['moderator'],
  'administration.decisions': ['moderator'],
  'administration.decision': ['moderator'],
  'administration.answerContest': ['moderator'],
  'administration.accounts': [],
  'administration.account': [],
  'administration.actFor': [],
  'administration.setBlocked': [],
  'administration.exportAccount': [],
  'administration.endAccount': [],
  'administration.removeSecondFactor': [],
  'administration.actions': [],
  'administration.orders': ['accountant'],
  'administration.order': ['accountant'],
  'administration.document': ['accountant'],
  'administration.refund': [],
  'administration.stores': ['accountant'],
  'administration.store': ['accountant'],
  'administration.statement': ['accountant'],
  'administration.createStore': [],
  'administration.inviteOwner': [],
  'administration.setPublished': [],
  'administration.setCommission': [],
  'administration.setIdentity': [],
  'administration.figures': ['accountant'],
  'administration.marketStatement': ['accountant'],
  'administration.mails': [],
  'administration.retryMail': [],
  'administration.jobs': [],
  'administration.runJob': [],
  'administration.pages': [],
  'administration.page': [],
  'administration.createPage': [],
  'administration.savePage': [],
  'administration.deletePage': [],
  'administration.events': [],
  'administration.event': [],
  'administration.createEvent': [],
  'administration.saveEvent': [],
  'administration.deleteEvent': [],
  'administration.relayPoints': [],
  'administration.relayPoint': [],
  'administration.createRelayPoint': [],
  'administration.saveRelayPoint': [],
  'administration.deleteRelayPoint': [],
  'administration.categories': [],
  'administration.category': [],
  'administration.createCategory': [],
  'administration.saveCategory': [],
  'administration.deleteCategory': [],
  'administration.moveProducts': [],
  'administration.vatRates': [],
  'administration.vatRate': [],
  'administration.createVatRate': [],
  'administration.saveVatRate': [],
  'administration.deleteVatRate': [],
  'administration.deliveries': [],
  'administration.delivery': [],
  'administration.saveDelivery': [],
  'administration.featuredLists': [],
  'administration.featured': [],
  'administration.saveFeatured': [],
  'administration.termsVersions': [],
  'administration.terms': [],
  'administration.createTerms': [],
  'administration.uploadPicture': [],
  'administration.settings': [],
  'administration.setting': [],
  'administration.saveSetting': [],
};

export const mayCall = (roles: readonly OperatorRole[], call: OperatorCall): boolean =>
  roles.some((role) => role === 'administrator' || otherRoles[call].includes(role));

/** Allowed to a session that has not given a one-time code yet. */
export const withoutSecondFactor: ReadonlySet<OperatorCall> = new Set<OperatorCall>([
  'administration.me',
  'administration.beginSecondFactor',
  'administration.confirmSecondFactor',
]);
