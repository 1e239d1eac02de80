// Mail templates for accounts.
import type { Letter } from '../letter.ts';
import type { MailSiteInfo } from '../site.ts';

const NOT_ME = 'Si ce n’est pas vous, écrivez-nous sans attendre';

/**
 * To the previous address.
 * @param undo link that works once within seven days
 */
export function emailChangedLetter({ siteName }: MailSiteInfo, email: string, undo: string): Letter {
  return {
    subject: 'Votre adresse e-mail a été modifiée',
    blocks: [
      `L’adresse e-mail de votre compte est désormais ${email}.`,
      'Si ce n’est pas vous, ce lien la rétablit et déconnecte tous les appareils\u00a0; il sert une fois, pendant sept jours.',
      { link: 'Rétablir mon adresse', to: undo },
    ],
    from: siteName,
  };
}

/** To the address that was removed. */
export function emailRestoredLetter({ siteName, publicUrl }: MailSiteInfo): Letter {
  return {
    subject: 'Votre ancienne adresse e-mail a été rétablie',
    blocks: [
      'Le changement d’adresse de votre compte a été annulé depuis l’ancienne adresse, et tous les appareils sont déconnectés.',
      { link: NOT_ME, to: `${publicUrl}/contact` },
    ],
    from: siteName,
  };
}

/** @param link works once within an hour */
export function passwordResetLetter({ siteName }: MailSiteInfo, link: string): Letter {
  return {
    subject: `${siteName}\u00a0: choisir un nouveau mot de passe`,
    blocks: [
      'Vous avez demandé à changer votre mot de passe. Ce lien ouvre la page où vous en choisissez un nouveau\u00a0; il sert une fois, pendant une heure.',
      { link: 'Choisir un nouveau mot de passe', to: link },
      'Si vous n’avez rien demandé, laissez ce message\u00a0: votre mot de passe reste le même.',
    ],
    from: siteName,
  };
}

/** Alerts the account's owner to a change they may not have made. */
export function passwordChangedLetter({ siteName, publicUrl }: MailSiteInfo): Letter {
  return {
    subject: 'Votre mot de passe a été modifié',
    blocks: [
      'Le mot de passe de votre compte vient d’être changé. Partout où vous étiez connecté, il faudra vous connecter à nouveau.',
      { link: NOT_ME, to: `${publicUrl}/contact` },
    ],
    from: siteName,
  };
}

/** @param link valid for seven days */
export function welcomeLetter({ siteName, publicUrl }: MailSiteInfo, email: string, link: string): Letter {
  return {
    subject: `${siteName}\u00a0: bienvenue`,
    blocks: [
      `Votre compte est ouvert, à l’adresse ${email}. Il garde votre panier, vos commandes et vos rendez-vous, d’un appareil à l’autre.`,
      'Confirmez que cette adresse est la vôtre : les nouvelles de vos commandes y arriveront ensuite.',
      { link: 'Confirmer mon adresse', to: link },
      { link: 'Voir les commerçants', to: `${publicUrl}/boutiques` },
    ],
    from: siteName,
  };
}

/** @param link valid for seven days */
export function confirmEmailLetter({ siteName }: MailSiteInfo, link: string): Letter {
  return {
    subject: `${siteName}\u00a0: confirmez votre adresse`,
    blocks: [
      'Confirmez que cette adresse e-mail est la vôtre : les nouvelles de vos commandes y arriveront ensuite. Le lien sert pendant sept jours.',
      { link: 'Confirmer mon adresse', to: link },
      'Si vous n’avez rien demandé, laissez ce message\u00a0: sans cette confirmation, rien d’autre n’arrivera à cette adresse.',
    ],
    from: siteName,
  };
}

/** @param reasons of the market's team, if it has ended the account */
export function accountDeletedLetter({ siteName }: MailSiteInfo, reasons?: string): Letter {
  return {
    subject: `${siteName}\u00a0: votre compte est supprimé`,
    blocks: [
      'Votre compte est supprimé, avec ce que vous aviez écrit aux boutiques. De vos commandes ne reste que ce que la loi demande de garder\u00a0: ce qui a été vendu et son prix, sans votre nom ni votre adresse.',
      ...(reasons === undefined ? [] : [`Nos raisons\u00a0: ${reasons}`]),
    ],
    from: siteName,
  };
}

/** With the reasons of the market's team. */
export function accountBlockedLetter({ siteName }: MailSiteInfo, reasons: string): Letter {
  return {
    subject: `${siteName}\u00a0: votre compte est bloqué`,
    blocks: [
      'Votre compte est bloqué\u00a0: vous ne pouvez plus vous connecter. Vos commandes en cours suivent leur chemin.',
      `Nos raisons\u00a0: ${reasons}`,
      'Vous n’êtes pas d’accord\u00a0? Dites-nous pourquoi, en répondant à ce message\u00a0: une personne réexaminera la question.',
    ],
    from: siteName,
  };
}

export function accountUnblockedLetter({ siteName }: MailSiteInfo, reasons: string): Letter {
  return {
    subject: `${siteName}\u00a0: votre compte est rétabli`,
    blocks: ['Vous pouvez de nouveau vous connecter.', `Nos raisons\u00a0: ${reasons}`],
    from: siteName,
  };
}

export function secondFactorAddedLetter({ siteName, publicUrl }: MailSiteInfo): Letter {
  return {
    subject: `${siteName}\u00a0: votre double authentification est en place`,
    blocks: [
      'La double authentification vient d’être mise en place sur votre compte\u00a0: chaque connexion demande désormais le mot de passe et un code de votre application.',
      'Gardez vos codes de secours à l’abri\u00a0: ils vous ouvrent votre compte si vous n’avez plus votre téléphone.',
      { link: NOT_ME, to: `${publicUrl}/contact` },
    ],
    from: siteName,
  };
}

/** @param removal with the reasons of the operator who did it, if any were given */
export function secondFactorRemovedLetter(
  { siteName, publicUrl }: MailSiteInfo,
  { isOperator, reasons }: { isOperator: boolean; reasons?: string },
): Letter {
  return {
    subject: `${siteName}\u00a0: votre double authentification est retirée`,
    blocks: [
      isOperator
        ? 'La double authentification de votre accès à l’administration vient d’être retirée. Vous en mettrez une nouvelle en place à votre prochaine connexion.'
        : 'La double authentification de votre compte vient d’être retirée\u00a0: la connexion ne demande plus que le mot de passe. Vous pouvez en mettre une nouvelle en place dans votre compte.',
      ...(reasons === undefined ? [] : [`Raisons données\u00a0: ${reasons}`]),
      { link: NOT_ME, to: `${publicUrl}/contact` },
    ],
    from: siteName,
  };
}
