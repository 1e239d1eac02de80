// Notice page: what is reported and why, and the decision on it.
import { noticeReasons } from '#contract/account/notices.ts';
import type { Notice } from '#contract/administration/moderation.ts';
import { Facts, Section } from '../frame/facts.tsx';
import { Instant } from '../frame/instant.tsx';
import { ReasonForm } from '../frame/reason-form.tsx';
import { RecordPage } from '../frame/record-page.tsx';
import { RecordPathLink } from '../frame/record-path-link.tsx';
import { call } from '../session/current.ts';
import { PageLink } from './content-link.tsx';

export const NoticeShow = () => (
  <RecordPage<Notice> titleOf={({ number }) => `Signalement n°\u00a0${number}`}>
    {(notice) => (
      <>
        <Section title={noticeReasons[notice.reason]}>
          <Facts
            facts={[
              ['Contenu signalé', notice.content],
              ['Explication', notice.explanation],
              ['De', notice.email === '' ? 'Une personne anonyme' : `${notice.name} (${notice.email})`],
              ['Reçu', <Instant key="at" at={notice.createdAt} />],
              ['Aujourd’hui', notice.isVisible ? 'En ligne' : 'Plus en ligne'],
              ['Page', <PageLink key="page" page={notice.page} />],
              [
                'Son histoire',
                <RecordPathLink key="content" resource="contents" id={notice.subject}>
                  Décisions et autres signalements
                </RecordPathLink>,
              ],
            ]}
          />
        </Section>
        {notice.answeredAt === null ? <NoticeDecisionForm notice={notice} /> : <AnsweredNotice notice={notice} />}
      </>
    )}
  </RecordPage>
);

function NoticeDecisionForm({ notice: { number, email } }: { notice: Notice }) {
  const decide = (decision: 'hidden' | 'kept') => (reasons: string) =>
    call('administration.answerNotice', { params: { id: number }, body: { decision, reasons } });
  const sides = email === '' ? 'à qui a publié le contenu' : 'à qui a signalé et à qui a publié le contenu';
  return (
    <Section title="Votre décision">
      <ReasonForm
        hint={`Envoyées par e-mail ${sides}.`}
        decisions={[
          { label: 'Masquer le contenu', done: 'Le contenu est masqué.', isSerious: true, decide: decide('hidden') },
          { label: 'Le laisser en ligne', done: 'Le contenu reste en ligne.', decide: decide('kept') },
        ]}
      />
    </Section>
  );
}

const AnsweredNotice = ({ notice: { decision, reasons, answeredAt } }: { notice: Notice }) => (
  <Section title={decision === 'hidden' ? 'Le contenu a été masqué' : 'Le contenu a été laissé en ligne'}>
    <Facts
      facts={[
        ['Raisons', reasons],
        ['Décidé', answeredAt && <Instant key="at" at={answeredAt} />],
      ]}
    />
  </Section>
);
