// Decision list: hidden content whose author has answered, the oldest answer first; or all hidden content.
import { DataTable, SelectInput } from 'react-admin';
import type { ContentDecision } from '#contract/administration/moderation.ts';
import { excerptOf } from '../frame/excerpt.ts';
import { Hint } from '../frame/hint.tsx';
import { Instant } from '../frame/instant.tsx';
import { RecordLink, RecordList } from '../frame/record-list.tsx';
import { outcomeNames } from './decision-facts.tsx';

const filters = [
  <SelectInput
    key="isContested"
    source="isContested"
    label="État"
    alwaysOn
    emptyText="Toutes les décisions"
    helperText={false}
    choices={[{ id: 'true', name: 'Réponses à examiner' }]}
  />,
];

function stateOf({ answeredAt, outcome }: ContentDecision): string {
  if (outcome) return outcomeNames[outcome];
  return answeredAt ? 'Réponse à examiner' : 'Masqué, sans réponse';
}

export const DecisionList = () => (
  <RecordList
    title="Contestations"
    lead="Les auteurs de contenus masqués peuvent répondre, par un lien de leur e-mail. Une personne examine leur réponse."
    filters={filters}
    filterDefaultValues={{ isContested: 'true' }}
  >
    <DataTable<ContentDecision & { id: number }>
      bulkActionButtons={false}
      empty={<Hint>Rien à examiner ici.</Hint>}
      rowClick="show"
    >
      <DataTable.Col label="Contenu">
        <RecordLink of={({ title }) => title} />
      </DataTable.Col>
      <DataTable.Col label="Raisons" render={({ reasons }: ContentDecision) => excerptOf(reasons)} />
      <DataTable.Col label="Réponse" render={({ answer }: ContentDecision) => excerptOf(answer)} />
      <DataTable.Col label="Masqué" render={({ createdAt }: ContentDecision) => <Instant at={createdAt} />} />
      <DataTable.Col label="État" render={stateOf} />
    </DataTable>
  </RecordList>
);
