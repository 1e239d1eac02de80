// Sign-up: creates an account for an unused e-mail address.
import type { FastifyInstance } from 'fastify';
import { hashPassword } from '../access/passwords.ts';
import { users } from '../db/schema/accounts.ts';
import type { Handler } from '../http/call.ts';
import { queueMail } from '../mails/post.ts';
import { mailSite } from '../mails/site.ts';
import { welcomeLetter } from '../mails/templates/accounts.ts';
import { isAddressReserved } from './change-email.ts';
import { confirmationLink } from './confirm-email.ts';
import { addressInUseError, presentUser } from './user.ts';

/**
 * A taken address is reported only where the sign-up would otherwise have created an account: probing leaves a trace
 * and works once. Reported together with a too short password, it could be probed silently and without end.
 */
export const signUp =
  (app: Pick<FastifyInstance, 'signingKeys'>): Handler<'users.create'> =>
  async (call) => {
    const { body, tx, now, market, after } = call;
    const passwordHash = await hashPassword(body.plainPassword);
    if (await isAddressReserved(tx, body.email, now)) throw addressInUseError();
    const [user] = await tx
      .insert(users)
      .values({
        email: body.email,
        username: usernameFrom(body.email),
        passwordHash,
        newsletterRegistered: body.newsletterRegistered ?? false,
        newsletterChangedAt: body.newsletterRegistered ? now : null,
        createdAt: now,
      })
      .onConflictDoNothing({ target: users.email })
      .returning();
    if (!user) throw addressInUseError();
    const letter = welcomeLetter(await mailSite(tx, market), user.email, confirmationLink(app, market, user, now));
    await queueMail(tx, { market, now, after }, { kind: 'welcome', to: user.email, letter });
    return presentUser(user);
  };

const usernameFrom = (email: string) => email.slice(0, email.indexOf('@'));
