// The mails about what somebody asks of a shop or of the platform, and about what the shop answers.
import type { Letter } from '../letter.ts';
import type { Site } from '../site.ts';

interface Person {
  email: string;
  username: string;
}

interface Asked {
  /** 'demande de devis de camille' */
  subject: string;
  paragraphs: readonly string[];
  /** Page where it is answered or seen. */
  page: string;
}

/** To a shop; its answer goes to the customer. */
export function askedOfStore(site: Site, { username, email }: Person, { subject, paragraphs, page }: Asked): Letter {
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

/** To a customer; what they write back goes to the shop. */
export function answeredByStore(
  site: Site,
  store: string,
  { username }: Person,
  { subject, paragraphs, page }: Asked,
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

/** To the team of the platform. */
export function writtenToPlatform({ siteName }: Site, { name, email, subject, message }: PlatformMessage): Letter {
  return {
    subject: `${siteName}\u00a0: ${subject}`,
    blocks: [message, `De\u00a0: ${name} (${email})`],
    from: siteName,
  };
}
