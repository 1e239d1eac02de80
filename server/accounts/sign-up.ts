// Makes an account for an e-mail address that has none.
import type { FastifyInstance } from 'fastify';
import { hashPassword } from '../access/passwords.ts';
import { users } from '../db/schema/accounts.ts';
import type { Handler } from '../http/call.ts';
import { post } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { welcome } from '../mails/templates/accounts.ts';
import { isReserved } from './change-email.ts';
import { confirmationLink } from './confirm-email.ts';
import { alreadyUsed, presentUser } from './user.ts';

/**
 * That an address is taken is told only to who would else have an account there by now: asking leaves its trace, and can
 * be asked once. Told beside a password that is too short as well, it could be asked of anyone, silently, for ever.
 */
export const signUp =
  (app: Pick<FastifyInstance, 'signingKeys'>): Handler<'users.create'> =>
  async (call) => {
    const { body, tx, now, market, after } = call;
    const passwordHash = await hashPassword(body.plainPassword);
    if (await isReserved(tx, body.email, now)) throw alreadyUsed();
    const [user] = await tx
      .insert(users)
      .values({
        email: body.email,
        username: nameFrom(body.email),
        passwordHash,
        newsletterRegistered: body.newsletterRegistered ?? false,
        createdAt: now,
      })
      .onConflictDoNothing({ target: users.email })
      .returning();
    if (!user) throw alreadyUsed();
    const letter = welcome(await mailSite(tx, market), user.email, confirmationLink(app, market, user, now));
    await post(tx, { market, now, after }, { kind: 'welcome', to: user.email, letter });
    return presentUser(user);
  };

const nameFrom = (email: string) => email.slice(0, email.indexOf('@'));
