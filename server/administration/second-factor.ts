// Second factor of operators: set up at their first login to the administration.
// Guarantees: without it a session makes no other call of the administration; an operator without one cannot skip it; a
// confirmed one is removed only by another administrator, or in a terminal.
import type { FastifyInstance } from 'fastify';
import { operatorRolesOf } from '#contract/administration/operator-roles.ts';
import type { Operator } from '#contract/administration/session.ts';
import { recordAction } from '../access/operator-actions.ts';
import { hasSecondFactor, openAdministration } from '../access/second-factors.ts';
import { secondFactorSetup } from '../accounts/second-factor-setup.ts';
import type { Handler } from '../http/call.ts';

interface SecondFactor {
  me: Handler<'administration.me'>;
  begin: Handler<'administration.beginSecondFactor'>;
  confirm: Handler<'administration.confirmSecondFactor'>;
}

export function secondFactor(app: Pick<FastifyInstance, 'signingKeys'>): SecondFactor {
  const setup = secondFactorSetup(app);
  return {
    me: async ({ tx, actor, market }) => {
      const { id, username, email } = actor;
      const roles = operatorRolesOf(actor.roles);
      const state = async (): Promise<Operator['secondFactor']> => {
        if (market.env.demo) return 'demo';
        if (actor.hasSecondFactor) return 'given';
        return (await hasSecondFactor(tx, id)) ? 'asked' : 'missing';
      };
      return { '@type': 'Operator' as const, id, username, email, roles, secondFactor: await state() };
    },

    begin: setup.begin,

    confirm: async (call) => {
      const { tx, actor, body, now } = call;
      const codes = await setup.confirm(call, body.code);
      await openAdministration(tx, actor.session, now);
      await recordAction(tx, { by: actor, now }, { action: 'factor-enrolled', title: '' });
      return { '@type': 'RecoveryCodes' as const, codes };
    },
  };
}
