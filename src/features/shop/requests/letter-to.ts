import type { Store } from '#contract/stores.ts';

/** What all that is written to a shop has in common: the addressee, whose it is when it comes back, and what is said of it. */
export function letterTo({ '@id': iri, slug, name }: Store) {
  return {
    addressee: { store: iri, about: { slug, name } },
    common: {
      isMine: (args: { store: string }) => args.store === iri,
      sent: 'Message envoyé avec succès',
      failed: 'Erreur lors de l‘envoi du message',
    },
  };
}
