// Mail templates about reported content: receipt, answer, and the reasons for whoever published it
// (Digital Services Act, art. 16 and 17).
import type { Letter } from '../letter.ts';
import type { MailSite } from '../site.ts';

interface ShownContent {
  /** 'le produit « Tomme de brebis »' */
  title: string;
  /** Path. */
  page: string;
}
interface ReceivedNotice {
  number: number;
  /** Name of the reason. */
  reason: string;
  explanation: string;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const BY_PEOPLE = 'Cette décision a été prise par une personne, sans moyen automatisé.';

/** Where to contest a decision. */
const redress = ({ publicUrl, contactEmail }: MailSite): string =>
  `Vous n’êtes pas d’accord\u00a0? Dites-nous pourquoi, en répondant à ce message ou sur ${contactEmail ?? `${publicUrl}/contact`}\u00a0: nous réexaminerons la question. Vous pouvez aussi saisir l’Arcom, coordinateur français pour les services numériques, ou le tribunal compétent.`;

/** To the author of a notice, at once. */
export function noticeReceivedLetter(
  { siteName, publicUrl }: MailSite,
  content: ShownContent,
  { number, reason, explanation }: ReceivedNotice,
): Letter {
  return {
    subject: `${siteName}\u00a0: votre signalement n° ${number} est reçu`,
    blocks: [
      `Nous avons reçu votre signalement sur ${content.title} (${publicUrl}${content.page}).`,
      `Raison\u00a0: ${reason}\n${explanation}`,
      'Une personne de l’équipe l’examine, sans moyen automatisé. Vous recevrez sa décision et ses raisons à cette adresse.',
    ],
    from: siteName,
  };
}

/** To the operator. */
export function newNoticeLetter(
  { siteName, publicUrl }: MailSite,
  content: ShownContent,
  { number, reason, explanation, name, email }: ReceivedNotice & { name: string; email: string },
): Letter {
  const author = email === '' ? 'De\u00a0: une personne qui n’a pas donné son adresse' : `De\u00a0: ${name} (${email})`;
  return {
    subject: `${siteName}\u00a0: signalement n° ${number}`,
    blocks: [
      `Un contenu est signalé\u00a0: ${content.title}.`,
      `Raison\u00a0: ${reason}\n${explanation}`,
      author,
      { link: 'Voir le contenu', to: `${publicUrl}${content.page}` },
      { link: 'Y répondre', to: `${publicUrl}/administration#/notices/${number}/show` },
    ],
    from: siteName,
  };
}

/** To the author of a notice. */
export function noticeAnsweredLetter(
  site: MailSite,
  { number, title, isHidden, reasons }: { number: number; title: string; isHidden: boolean; reasons: string },
): Letter {
  return {
    subject: `${site.siteName}\u00a0: réponse à votre signalement n° ${number}`,
    blocks: [
      `Vous aviez signalé ${title}.`,
      isHidden
        ? 'Notre décision\u00a0: ce contenu n’est plus visible sur le marché.'
        : 'Notre décision\u00a0: ce contenu reste en ligne.',
      `Nos raisons\u00a0: ${reasons}`,
      BY_PEOPLE,
      redress(site),
    ],
    from: site.siteName,
  };
}

/** To whoever published content that stays, after a notice. */
export function contentKeptLetter(site: MailSite, { title, page }: ShownContent, reasons: string): Letter {
  return {
    subject: `${site.siteName}\u00a0: un signalement sans suite`,
    blocks: [
      `Un signalement visait ${title}. Après examen, rien ne change pour ce contenu.`,
      `Nos raisons\u00a0: ${reasons}`,
      { link: 'Voir le contenu', to: `${site.publicUrl}${page}` },
    ],
    from: site.siteName,
  };
}

/** To whoever published it: the statement of reasons. */
export function contentHiddenLetter(
  site: MailSite,
  { title }: ShownContent,
  { reasons, isNoticed, contest }: { reasons: string; isNoticed: boolean; contest: string },
): Letter {
  return {
    subject: `${site.siteName}\u00a0: un contenu n’est plus visible`,
    blocks: [
      `${capital(title)} n’est plus visible sur le marché, nulle part et jusqu’à nouvel ordre.`,
      `Nos raisons\u00a0: ${reasons}`,
      `${isNoticed ? 'Un signalement nous en a avertis.' : 'Nous l’avons constaté nous-mêmes.'} ${BY_PEOPLE}`,
      { link: 'Répondre à cette décision', to: contest },
      redress(site),
    ],
    from: site.siteName,
  };
}

/** To the operator. */
export function decisionContestedLetter(
  { siteName, publicUrl }: MailSite,
  { title, answer, number }: { title: string; answer: string; number: number },
): Letter {
  return {
    subject: `${siteName}\u00a0: une réponse à une décision`,
    blocks: [
      `${capital(title)} est masqué, et son auteur répond\u00a0:`,
      answer,
      { link: 'Décider', to: `${publicUrl}/administration#/decisions/${number}/show` },
    ],
    from: siteName,
  };
}

/** To whoever published it, after their answer. */
export function decisionUpheldLetter(site: MailSite, title: string, reasons: string): Letter {
  return {
    subject: `${site.siteName}\u00a0: votre réponse est examinée`,
    blocks: [
      `Nous avons examiné votre réponse au sujet de ceci\u00a0: ${title}. Notre décision ne change pas, ce contenu reste masqué.`,
      `Nos raisons\u00a0: ${reasons}`,
      BY_PEOPLE,
      'Vous pouvez saisir l’Arcom, coordinateur français pour les services numériques, ou le tribunal compétent.',
    ],
    from: site.siteName,
  };
}

export function contentRestoredLetter(site: MailSite, { title, page }: ShownContent, reasons: string): Letter {
  return {
    subject: `${site.siteName}\u00a0: un contenu est de nouveau visible`,
    blocks: [
      `${capital(title)} est de nouveau visible sur le marché.`,
      `Nos raisons\u00a0: ${reasons}`,
      { link: 'Voir le contenu', to: `${site.publicUrl}${page}` },
    ],
    from: site.siteName,
  };
}
