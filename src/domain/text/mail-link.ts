// `mailto:` links.
// Guarantee: exactly one recipient and at most a subject; '?' and '&' in an address, which would add fields
// ('a?bcc=b@c.fr'), and line breaks in a subject are escaped.

export function mailLink(email: string, subject?: string): string {
  const to = `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
  return subject === undefined ? to : `${to}?subject=${encodeURIComponent(subject.replace(/\s+/g, ' '))}`;
}
