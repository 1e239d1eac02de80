// Setting names: what people call each setting of the market, for the log and the pages of the administration.

const partners = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`partner${at + 1}`, `Partenaire ${at + 1}`]),
);

export const settingNames: Readonly<Record<string, string>> = {
  siteName: 'Nom du marché',
  shortName: 'Nom court, sous l’icône de l’application',
  tagline: 'Slogan',
  homeTitle: 'Titre de l’accueil',
  headerImage: 'Bandeau de l’accueil',
  homeEvent: 'Événement de l’accueil',
  defaultDescription: 'Description pour les moteurs de recherche',
  brandColor: 'Couleur',
  logo: 'Logo',
  contactEmail: 'Adresse qui reçoit les messages',
  senderEmail: 'Expéditeur des e-mails',
  mediator: 'Médiateur de la consommation',
  commission: 'Commission du marché, en pour cent',
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X (Twitter)',
  youtube: 'YouTube',
  towns: 'Villes',
  mapCenter: 'Centre de la carte',
  mapZoom: 'Échelle de la carte',
  mapOutline: 'Contour de la carte sans réseau',
  synonyms: 'Synonymes de la recherche',
  paymentHosts: 'Sites des pages de paiement',
  phoneScreenshot: 'Capture d’écran, sur téléphone',
  desktopScreenshot: 'Capture d’écran, sur ordinateur',
  ...partners,
};
