// Texts of settings: how the values with a form of their own are written.

export const settingHints: Readonly<Record<string, string>> = {
  homeEvent: 'L’adresse d’un événement, comme noel. Vide\u00a0: aucun.',
  brandColor: 'Comme #1f5a41. Elle doit rester lisible sur les pages claires.',
  contactEmail: 'Vide\u00a0: les personnes qui administrent le marché.',
  senderEmail: 'Le serveur d’e-mails doit avoir le droit d’envoyer pour cette adresse.',
  mediator: 'Nom, adresse et site.',
  commission: 'De ce qui est payé en ligne, comme 2,5. Les ventes déjà faites gardent la leur.',
  facebook: 'L’adresse complète, https://…',
  instagram: 'L’adresse complète, https://…',
  twitter: 'L’adresse complète, https://…',
  youtube: 'L’adresse complète, https://…',
  towns: 'Une ville par ligne, comme Millau: 44.10, 3.08',
  mapCenter: 'Latitude et longitude, comme 44.10, 3.08. Vide\u00a0: entre les villes.',
  mapZoom: 'De 3 à 18.',
  mapOutline: 'Une ligne par contour, comme area: 44.1,3.0 44.2,3.1 44.0,3.2',
  synonyms: 'Une ligne par mot, comme coiffeur: salon, coiffure',
  paymentHosts: 'Sites autorisés, séparés par des espaces.',
};

export const settingsOfLines: ReadonlySet<string> = new Set(['towns', 'mapOutline', 'synonyms', 'defaultDescription']);
