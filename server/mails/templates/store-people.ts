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
