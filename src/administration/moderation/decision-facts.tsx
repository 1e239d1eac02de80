// Facts of a decision: why content is hidden, what its author answered, and what came of it.
import type { ContentDecision } from '#contract/administration/moderation.ts';
import { Facts } from '../frame/facts.tsx';
import { Instant } from '../frame/instant.tsx';

export const outcomeNames = { restored: 'Contenu rétabli', upheld: 'Décision maintenue' };

export function DecisionFacts({ decision }: { decision: ContentDecision }) {
  const { reasons, createdAt, answer, answeredAt, outcome, outcomeReasons, decidedAt } = decision;
  return (
    <Facts
      facts={[
        ['Masqué', <Instant key="hidden" at={createdAt} />],
        ['Raisons', reasons],
        ...(answeredAt === null
          ? []
          : [['Réponse de l’auteur', answer] as const, ['Reçue', <Instant key="answered" at={answeredAt} />] as const]),
        ...(outcome === null || decidedAt === null
          ? []
          : [
              ['Suite', outcomeNames[outcome]] as const,
              ['Ses raisons', outcomeReasons] as const,
              ['Décidée', <Instant key="decided" at={decidedAt} />] as const,
            ]),
      ]}
    />
  );
}
