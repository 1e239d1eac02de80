// Notice list: the queue of reported content, the oldest open notice first.
import { DataTable, SelectInput } from 'react-admin';
import { noticeReasons } from '#contract/account/notices.ts';
import type { Notice } from '#contract/administration/moderation.ts';
import { excerptOf } from '../frame/excerpt.ts';
import { Hint } from '../frame/hint.tsx';
import { Instant } from '../frame/instant.tsx';
import { RecordLink, RecordList } from '../frame/record-list.tsx';

const filters = [
  <SelectInput
    key="isOpen"
    source="isOpen"
    label="État"
    alwaysOn
    emptyText="Tous"
    helperText={false}
    choices={[
      { id: 'true', name: 'À examiner' },
      { id: 'false', name: 'Examinés' },
    ]}
  />,
];

const outcomes = { hidden: 'Masqué', kept: 'Laissé en ligne' };

export const NoticeList = () => (
  <RecordList
    title="Signalements"
    lead="Contenus signalés comme illégaux. Votre décision et ses raisons sont envoyées aux deux côtés."
    filters={filters}
    filterDefaultValues={{ isOpen: 'true' }}
  >
    <DataTable<Notice & { id: number }>
      bulkActionButtons={false}
      empty={<Hint>Aucun signalement ici.</Hint>}
      rowClick="show"
    >
      <DataTable.Col source="number" label="N°" disableSort>
        <RecordLink of={({ number }) => `n°\u00a0${number}`} />
      </DataTable.Col>
      <DataTable.Col label="Contenu" render={({ content }: Notice) => excerptOf(content)} />
      <DataTable.Col label="Raison" render={({ reason }: Notice) => noticeReasons[reason]} />
      <DataTable.Col label="Reçu" render={({ createdAt }: Notice) => <Instant at={createdAt} />} />
      <DataTable.Col
        label="Décision"
        render={({ decision }: Notice) => (decision ? outcomes[decision] : 'À examiner')}
      />
    </DataTable>
  </RecordList>
);
