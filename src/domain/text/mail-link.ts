// The address of a link that begins a mail. Guarantee: it goes to this one address and says nothing more than its subject: an
// address may hold '?' and '&', which would begin other fields ('a?bcc=b@c.fr'), and so may a line end in a subject.

export function mailLink(email: string, subject?: string): string {
  const to = `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
  return subject === undefined ? to : `${to}?subject=${encodeURIComponent(subject.replace(/\s+/g, ' '))}`;
}
