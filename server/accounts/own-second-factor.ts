// Second factor of one's own account: whether it is on, setting it up, and switching it off.
// Guarantees: both need the password, so that an open session alone locks nobody out; an operator's is removed by a colleague;
// its person hears of both by mail.
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { operatorRolesOf } from '#contract/administration/operator-roles.ts';
import { requireOwnAccount } from '../access/ownership.ts';
import { countRecoveryCodes, hasSecondFactor, removeSecondFactor } from '../access/second-factors.ts';
import type { Tx } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import type { Handler } from '../http/call.ts';
import { queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { secondFactorRemovedLetter } from '../mails/templates/accounts.ts';
import { conflict } from '../runtime/errors.ts';
import { type OwnPassword, ownPassword } from './own-password.ts';
import { secondFactorSetup } from './second-factor-setup.ts';

interface OwnSecondFactor {
  read: Handler<'users.secondFactor'>;
  /** Slow, and may queue: must run without a database connection. */
  comparePassword: OwnPassword['compare'];
  begin: Handler<'users.beginSecondFactor'>;
  confirm: Handler<'users.confirmSecondFactor'>;
  remove: Handler<'users.removeSecondFactor'>;
}

export function ownSecondFactor(app: Pick<FastifyInstance, 'loginGuard' | 'signingKeys'>): OwnSecondFactor {
  const password = ownPassword(app);
  const setup = secondFactorSetup(app);
  return {
    read: async ({ tx, params, actor, market }) => {
      requireOwnAccount(params.id, actor.id);
      const isOn = await hasSecondFactor(tx, actor.id);
      const state = market.env.demo ? ('demo' as const) : isOn ? ('on' as const) : ('off' as const);
      return { '@type': 'SecondFactorState' as const, state, recoveryCodes: await countRecoveryCodes(tx, actor.id) };
    },
    comparePassword: password.compare,
    begin: async (call) => {
      const { tx, params, body, actor } = call;
      requireOwnAccount(params.id, actor.id);
      password.require(body, await lockUser(tx, actor.id));
      return setup.begin(call);
    },
    confirm: async (call) => {
      requireOwnAccount(call.params.id, call.actor.id);
      return { '@type': 'RecoveryCodes' as const, codes: await setup.confirm(call, call.body.code) };
    },
    remove: async (call) => {
      const { tx, params, body, actor, market, request } = call;
      requireOwnAccount(params.id, actor.id);
      const user = await lockUser(tx, actor.id);
      password.require(body, user);
      if (operatorRolesOf(actor.roles).length > 0) throw operatorError();
      // Already removed: a repetition after a lost answer.
      if (!user || !(await removeSecondFactor(tx, actor.id))) return;
      const letter = secondFactorRemovedLetter(await mailSite(tx, market), { isOperator: false });
      await queueMail(tx, call, { kind: 'factor-removed', to: user.email, account: user.id, letter });
      market.security('second-factor-removed', { account: actor.id, address: request.ip });
    },
  };
}

async function lockUser(tx: Tx, id: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  return user;
}

const operatorError = () =>
  conflict(
    'operator',
    'Ce compte administre le marché\u00a0: la sienne est retirée par une autre personne de l’administration.',
  );
