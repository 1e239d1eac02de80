// Mail template about money at the payment provider, to the operator.
import { formatCents } from '#domain/money.ts';
import type { PayoutIncident } from '../../services/payment.ts';
import type { Letter } from '../letter.ts';
import type { MailSiteInfo } from '../site.ts';

interface ReportedIncident extends PayoutIncident {
  /** Stores concerned. */
  stores: readonly string[];
  /** Number of the order, for a dispute. */
  orderId: number | null;
}

const SUBJECTS: Record<PayoutIncident['kind'], string> = {
  dispute: 'un paiement est contesté',
  'payout-failed': 'un virement à une boutique a échoué',
  'transfer-reversed': 'un versement a été repris hors du marché',
};

const EXPLANATIONS: Record<PayoutIncident['kind'], string> = {
  dispute:
    'Un client conteste son paiement auprès de sa banque. Répondez chez le prestataire de paiement, avant la date qu’il indique.',
  'payout-failed':
    'Le prestataire de paiement n’a pas pu virer l’argent sur le compte bancaire de la boutique\u00a0: elle doit vérifier ses coordonnées bancaires.',
  'transfer-reversed':
    'Un versement à une boutique a été repris chez le prestataire de paiement, sans passer par le marché\u00a0: les relevés n’en tiennent pas compte.',
};

export function incidentLetter(site: MailSiteInfo, incident: ReportedIncident): Letter {
  const { kind, orderId, stores, amount, state, reason, id } = incident;
  const about = orderId === null ? '' : ` (commande n° ${orderId})`;
  return {
    subject: `${site.siteName}\u00a0: ${SUBJECTS[kind]}${about}`,
    blocks: [
      EXPLANATIONS[kind],
      [
        `Montant\u00a0: ${formatCents(amount)}`,
        `${stores.length > 1 ? 'Boutiques' : 'Boutique'}\u00a0: ${stores.join(', ')}`,
        `État chez le prestataire\u00a0: ${state}${reason === '' ? '' : ` (${reason})`}`,
        `Référence\u00a0: ${id}`,
      ].join('\n'),
    ],
    from: site.siteName,
  };
}
