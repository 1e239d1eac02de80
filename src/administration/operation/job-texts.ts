// Texts of jobs: what they do, and how often.
const names: Readonly<Record<string, string>> = {
  'check-payments': 'Vérifier les paiements',
  'request-refunds': 'Demander les remboursements',
  'request-transfers': 'Verser aux boutiques',
  'check-store-accounts': 'Vérifier les comptes des boutiques',
  'notify-available': 'Annoncer les produits de retour',
  'deliver-mails': 'Envoyer les courriels',
  'deliver-pushes': 'Envoyer les notifications',
  'remind-of-withdrawals': 'Rappeler les rétractations',
  'delete-resets': 'Effacer les liens de mot de passe dépassés',
  'delete-undos': 'Effacer les anciens changements d’adresse',
  'delete-mails': 'Effacer les anciens courriels',
  'delete-answers': 'Effacer les réponses gardées',
  'delete-expired': 'Effacer ce qui a fait son temps',
  'delete-mail-files': 'Effacer les fichiers de courriels',
  'delete-pictures': 'Effacer les images inutilisées',
  'delete-files': 'Effacer les fichiers inutilisés',
};
export const jobName = (name: string): string => names[name] ?? name;

/** @param every seconds */
export function everyName(every: number): string {
  if (every < 60) return `Toutes les ${every} secondes`;
  if (every < 3600) return every === 60 ? 'Chaque minute' : `Toutes les ${every / 60} minutes`;
  return every === 3600 ? 'Chaque heure' : `Toutes les ${every / 3600} heures`;
}
