// Texts of react-admin in French, with the names of our lists.
import polyglotI18nProvider from 'ra-i18n-polyglot';
import french from 'ra-language-french';

const names = {
  notices: { name: 'Signalement |||| Signalements' },
  decisions: { name: 'Contenu masqué |||| Contenus masqués' },
  contents: { name: 'Contenu |||| Contenus' },
  accounts: { name: 'Personne |||| Personnes' },
  orders: { name: 'Commande |||| Commandes' },
  stores: { name: 'Boutique |||| Boutiques' },
  figures: { name: 'Chiffre |||| Chiffres' },
  mails: { name: 'Courriel |||| Courriels' },
  jobs: { name: 'Tâche |||| Tâches' },
  pages: { name: 'Page |||| Pages' },
  events: { name: 'Événement |||| Événements' },
  relayPoints: { name: 'Point relais |||| Points relais' },
  categories: { name: 'Catégorie |||| Catégories' },
  featured: { name: 'À la une |||| À la une' },
  vatRates: { name: 'Taux de TVA |||| Taux de TVA' },
  deliveries: { name: 'Mode de livraison |||| Livraison' },
  terms: { name: 'Version |||| Conditions' },
  settings: { name: 'Réglage |||| Réglages' },
  actions: { name: 'Action |||| Journal' },
};

/** With the apostrophes and no-break spaces of print. */
const typeset = (text: string) => text.replaceAll("'", '’').replaceAll(/ (?=[?!:;])/g, '\u00a0');
const ofLibrary = JSON.parse(JSON.stringify(french), (_key, value: unknown) =>
  typeof value === 'string' ? typeset(value) : value,
) as typeof french;

const messages = {
  ...ofLibrary,
  ra: { ...ofLibrary.ra, auth: { ...ofLibrary.ra.auth, auth_check_error: 'Connectez-vous pour continuer.' } },
  resources: names,
};

export const i18nProvider = polyglotI18nProvider(() => messages, 'fr', [{ locale: 'fr', name: 'Français' }], {
  allowMissing: true,
});
