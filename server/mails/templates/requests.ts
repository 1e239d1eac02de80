// Mail templates for requests to stores and to the platform, and for their answers.
import type { Letter } from '../letter.ts';
import type { MailSiteInfo } from '../site.ts';

interface MailCustomer {
  email: string;
  username: string;
}

interface RequestLetter {
  /** 'demande de devis de camille' */
  subject: string;
  paragraphs: readonly string[];
  /** Page that shows the request. */
  page: string;
}

/** To a store; replies go to the customer. */
export function storeRequestLetter(
  site: MailSiteInfo,
  { username, email }: MailCustomer,
  { subject, paragraphs, page }: RequestLetter,
): Letter {
  return {
    subject: `${site.siteName}\u00a0: ${subject}`,
    blocks: [
      ...paragraphs,
      `De\u00a0: ${username} (${email})`,
      { link: 'À retrouver ici', to: `${site.publicUrl}${page}` },
    ],
    from: site.siteName,
  };
}

/** To a customer; replies go to the store. */
export function storeAnswerLetter(
  site: MailSiteInfo,
  store: string,
  { username }: MailCustomer,
  { subject, paragraphs, page }: RequestLetter,
): Letter {
  return {
    subject: `${site.siteName}\u00a0: ${subject}, ${store}`,
    greeting: `Bonjour ${username},`,
    blocks: [...paragraphs, { link: 'Vos rendez-vous', to: `${site.publicUrl}${page}` }],
    from: store,
  };
}

interface PlatformMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** To the platform's team. */
export function platformMessageLetter(
  { siteName }: MailSiteInfo,
  { name, email, subject, message }: PlatformMessage,
): Letter {
  return {
    subject: `${siteName}\u00a0: ${subject}`,
    blocks: [message, `De\u00a0: ${name} (${email})`],
    from: siteName,
  };
}
