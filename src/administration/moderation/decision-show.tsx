// Decision page: hidden content, what its author answered, and the decision on the answer.
import type { ContentDecision } from '#contract/administration/moderation.ts';
import { Facts, Section } from '../frame/facts.tsx';
import { ReasonForm } from '../frame/reason-form.tsx';
import { RecordPage } from '../frame/record-page.tsx';
import { RecordPathLink } from '../frame/record-path-link.tsx';
import { call } from '../session/current.ts';
import { DecisionFacts } from './decision-facts.tsx';

export const DecisionShow = () => (
  <RecordPage<ContentDecision> titleOf={({ number }) => `Décision n°\u00a0${number}`}>
    {(decision) => (
      <>
        <Section title={decision.title.charAt(0).toUpperCase() + decision.title.slice(1)}>
          <Facts facts={[['Contenu', decision.content]]} />
          <DecisionFacts decision={decision} />
          <RecordPathLink resource="contents" id={decision.subject}>
            Voir ce contenu et son histoire
          </RecordPathLink>
        </Section>
        {decision.outcome === null && <OutcomeForm decision={decision} />}
      </>
    )}
  </RecordPage>
);

function OutcomeForm({ decision: { number } }: { decision: ContentDecision }) {
  const decide = (outcome: 'restored' | 'upheld') => (reasons: string) =>
    call('administration.answerContest', { params: { id: number }, body: { outcome, reasons } });
  return (
    <Section title="Votre décision">
      <ReasonForm
        hint="Envoyées par e-mail à l’auteur du contenu."
        decisions={[
          { label: 'Rétablir le contenu', done: 'Le contenu est de nouveau visible.', decide: decide('restored') },
          { label: 'Le laisser masqué', done: 'La décision est maintenue.', isSerious: true, decide: decide('upheld') },
        ]}
      />
    </Section>
  );
}
