// Routes of a store's people, and of those invited to join them.
import type { FastifyInstance } from 'fastify';
import {
  acceptInvitation,
  invite,
  joining,
  readInvitation,
  resendInvitation,
  withdrawInvitation,
} from '../accounts/store-invitations.ts';
import { mount } from '../http/mount.ts';
import { readPeople, removeMember, setMemberRole } from '../merchant/store-members.ts';
import { requireStoreMember } from '../sales/merchant-orders.ts';

export function storePeopleRoutes(app: FastifyInstance): void {
  mount(app, 'storePeople.list', async ({ tx, params, actor, now }) => {
    await requireStoreMember(tx, params.id, actor.id);
    return readPeople(tx, params.id, now);
  });
  mount(app, 'storePeople.invite', invite);
  mount(app, 'storePeople.resend', resendInvitation);
  mount(app, 'storePeople.withdraw', withdrawInvitation);
  mount(app, 'storePeople.setRole', setMemberRole);
  mount(app, 'storePeople.remove', removeMember);
  mount(app, 'invitations.read', readInvitation);
  const { hashNewPassword, join } = joining(app);
  mount(app, 'invitations.join', join, hashNewPassword);
  mount(app, 'invitations.accept', acceptInvitation);
}
