// The mails about an account.
import type { Letter } from '../letter.ts';
import type { Site } from '../site.ts';

const NOT_ME = 'Si ce n’est pas vous, écrivez-nous sans attendre';

/** To the address the account had until now. */
export function emailChanged({ siteName, publicUrl }: Site, email: string): Letter {
  return {
    subject: 'Votre adresse e-mail a été modifiée',
    blocks: [`L’adresse e-mail de votre compte est désormais ${email}.`, { link: NOT_ME, to: `${publicUrl}/contact` }],
    from: siteName,
  };
}
