// Mail templates to a store, about what the market decides on it: its owner's invitation, publication, commission.
import { ofName } from '#domain/text/elision.ts';
import { paths } from '#paths';
import type { Letter } from '../letter.ts';
import type { MailSite, MailSiteInfo } from '../site.ts';

interface NamedStore {
  name: string;
  slug: string;
}

/** @param link works once within seven days */
export function ownerInvitationLetter(
  { siteName }: MailSiteInfo,
  { store, link }: { store: string; link: string },
): Letter {
  return {
    subject: `${siteName}\u00a0: votre boutique «\u00a0${store}\u00a0» vous attend`,
    blocks: [
      `L’équipe ${ofName(siteName)} vous confie la boutique «\u00a0${store}\u00a0»\u00a0: vous y présentez vos produits, et vous suivez vos commandes.`,
      'Ce lien ouvre votre accès, avec le mot de passe que vous choisissez\u00a0; il sert une fois, pendant sept jours.',
      { link: 'Ouvrir ma boutique', to: link },
      'Si vous n’attendiez pas ce message, laissez-le\u00a0: rien ne change pour vous.',
    ],
    from: siteName,
  };
}

const reasonsOf = (reasons: string) => reasons && `Nos raisons\u00a0: ${reasons}`;

export function storePublishedLetter(site: MailSiteInfo, { name, slug }: NamedStore, message: string): Letter {
  return {
    subject: `${site.siteName}\u00a0: votre boutique est en ligne`,
    blocks: [
      `La boutique «\u00a0${name}\u00a0» est maintenant visible de tous.`,
      message,
      { link: 'Voir ma boutique', to: `${site.publicUrl}${paths.store.replace(':slug', slug)}` },
    ],
    from: site.siteName,
  };
}

export function storeSuspendedLetter(site: MailSite, { name }: NamedStore, reasons: string): Letter {
  return {
    subject: `${site.siteName}\u00a0: votre boutique est suspendue`,
    blocks: [
      `La boutique «\u00a0${name}\u00a0» n’est plus visible et ne prend plus de commandes, jusqu’à nouvel ordre.`,
      reasonsOf(reasons),
      'Les commandes déjà passées vous restent\u00a0: préparez-les et remettez-les comme d’habitude.',
      { link: 'Voir mes commandes', to: `${site.publicUrl}${paths.merchantOrders}` },
      `Vous n’êtes pas d’accord\u00a0? Dites-nous pourquoi, en répondant à ce message ou sur ${site.contactEmail ?? `${site.publicUrl}/contact`}\u00a0: une personne réexaminera la question.`,
    ],
    from: site.siteName,
  };
}

/** @param rate '2,5' */
export function commissionChangedLetter(site: MailSiteInfo, { name }: NamedStore, rate: string): Letter {
  return {
    subject: `${site.siteName}\u00a0: la commission de votre boutique change`,
    blocks: [
      `Pour les commandes passées à partir de maintenant, la commission de la boutique «\u00a0${name}\u00a0» est de ${rate}\u00a0%.`,
      'Les commandes déjà passées gardent la leur.',
      { link: 'Voir mes versements', to: `${site.publicUrl}${paths.merchantPayouts}` },
    ],
    from: site.siteName,
  };
}
