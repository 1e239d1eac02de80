// Lost second factor of somebody, removed by an administrator in the browser.
// Guarantees: no administrator removes their own, which is how a stolen session would keep the account; the person hears of it,
// with the reasons, which are in the log.
import { eq } from 'drizzle-orm';
import { operatorRolesOf } from '#contract/administration/operator-roles.ts';
import { recordAction } from '../access/operator-actions.ts';
import { removeSecondFactor } from '../access/second-factors.ts';
import { users } from '../db/schema/accounts.ts';
import type { Call } from '../http/call.ts';
import { queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { secondFactorRemovedLetter } from '../mails/templates/accounts.ts';
import { conflict, notFound } from '../runtime/errors.ts';
import { accountIri } from './find-accounts.ts';

export async function resetSecondFactorOf(call: Call<'administration.removeSecondFactor'>): Promise<undefined> {
  const { tx, params, body, actor, now, market, after, request } = call;
  const [user] = await tx.select().from(users).where(eq(users.id, params.id)).for('update');
  if (!user || user.passwordHash === '') throw notFound();
  if (user.id === actor.id)
    throw conflict(
      'yourself',
      'La vôtre se retire en ligne de commande, ou par une autre personne de l’administration.',
    );
  if (!(await removeSecondFactor(tx, user.id)))
    throw conflict('no-factor', 'Cette personne n’a pas mis en place de double authentification.');
  const done = { action: 'factor-removed', subject: accountIri(user.id), title: user.username } as const;
  await recordAction(tx, { by: actor, now }, { ...done, reasons: body.reasons });
  const isOperator = operatorRolesOf(user.roles).length > 0;
  const letter = secondFactorRemovedLetter(await mailSite(tx, market), { isOperator, reasons: body.reasons });
  const mail = { kind: 'factor-removed', to: user.email, account: user.id, letter };
  await queueMail(tx, { market, now, after }, mail);
  market.security('second-factor-removed', { account: user.id, by: actor.id, address: request.ip });
}
