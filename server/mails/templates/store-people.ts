// Mail templates for the people of a store.
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { ROLE_NAMES, ROLE_SUMMARIES } from '#domain/store-people.ts';
import type { Letter } from '../letter.ts';
import type { MailSiteInfo } from '../site.ts';

/** @param link works once within seven days */
export function invitationLetter(
  { siteName }: MailSiteInfo,
  { store, role, link }: { store: string; role: StoreRole; link: string },
): Letter {
  return {
    subject: `${store} vous invite dans son équipe`,
    blocks: [
      `La boutique «\u00a0${store}\u00a0» vous propose de gérer ses commandes avec elle sur ${siteName}, avec le rôle «\u00a0${ROLE_NAMES[role]}\u00a0»\u00a0: ${ROLE_SUMMARIES[role]}`,
      'Ce lien ouvre votre accès\u00a0; il sert une fois, pendant sept jours.',
      { link: 'Rejoindre l’équipe', to: link },
      'Si vous ne connaissez pas cette boutique, laissez ce message\u00a0: rien ne change pour vous.',
    ],
    from: siteName,
  };
}

/** To whom no longer works for a store, with the role of before. */
export function leftStoreLetter(
  { siteName }: MailSiteInfo,
  { store, role }: { store: string; role: StoreRole },
): Letter {
  return {
    subject: `Votre accès à la boutique ${store} a pris fin`,
    blocks: [
      `La boutique «\u00a0${store}\u00a0» a mis fin à votre accès sur ${siteName}\u00a0: vous n’avez plus le rôle «\u00a0${ROLE_NAMES[role]}\u00a0».`,
      'Votre compte reste ouvert, avec vos propres commandes.',
      'Si vous pensez à une erreur, voyez-le avec la personne responsable de la boutique.',
    ],
    from: siteName,
  };
}

/** To whom has another role in a store from now on. */
export function changedRoleLetter(
  { siteName }: MailSiteInfo,
  { store, role }: { store: string; role: StoreRole },
): Letter {
  return {
    subject: `Votre rôle dans la boutique ${store} a changé`,
    blocks: [
      `La boutique «\u00a0${store}\u00a0» vous a donné le rôle «\u00a0${ROLE_NAMES[role]}\u00a0» sur ${siteName}\u00a0: ${ROLE_SUMMARIES[role]}`,
      'Si vous pensez à une erreur, voyez-le avec la personne responsable de la boutique.',
    ],
    from: siteName,
  };
}
