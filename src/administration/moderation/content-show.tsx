// Content page: what is published, its visibility, its open notices and the decisions about it.
import { ListItem, ListItemText, List as MuiList } from '@mui/material';
import { noticeReasons } from '#contract/account/notices.ts';
import type { AdministrationAnswer } from '#contract/administration/administration-registry.ts';
import { Facts, Section } from '../frame/facts.tsx';
import { Instant } from '../frame/instant.tsx';
import { ReasonForm } from '../frame/reason-form.tsx';
import { RecordPage } from '../frame/record-page.tsx';
import { RecordPathLink } from '../frame/record-path-link.tsx';
import { call } from '../session/current.ts';
import { PageLink } from './content-link.tsx';
import { kindNames, stateNames } from './content-texts.ts';
import { DecisionFacts } from './decision-facts.tsx';

type Content = AdministrationAnswer<'administration.content'>;

export const ContentShow = () => (
  <RecordPage<Content>
    titleOf={({ kind, content, author }) =>
      author === '' ? content : `Avis de ${author} (${kindNames[kind].replace('Avis ', '')})`
    }
  >
    {(content) => (
      <>
        <Section title={stateNames[content.state]}>
          <Facts facts={factsOf(content)} />
        </Section>
        <VisibilityForm content={content} />
        {content.notices.length > 0 && (
          <Section title="Signalements à examiner">
            <MuiList disablePadding>
              {content.notices.map(({ number, reason, explanation }) => (
                <ListItem key={number} disableGutters>
                  <ListItemText
                    primary={
                      <RecordPathLink resource="notices" id={number}>
                        {`n°\u00a0${number}, ${noticeReasons[reason]}`}
                      </RecordPathLink>
                    }
                    secondary={explanation}
                  />
                </ListItem>
              ))}
            </MuiList>
          </Section>
        )}
        {content.decisions.map((decision) => (
          <Section key={decision.number} title={`Décision n°\u00a0${decision.number}`}>
            <DecisionFacts decision={decision} />
            {decision.answeredAt !== null && decision.outcome === null && (
              <RecordPathLink resource="decisions" id={decision.number}>
                Décider sur cette réponse
              </RecordPathLink>
            )}
          </Section>
        ))}
      </>
    )}
  </RecordPage>
);

function factsOf({ kind, content, about, author, rating, page, hiddenReason, createdAt, state }: Content) {
  const shown = state === 'visible' ? <PageLink page={page} /> : page;
  return [
    ['Sorte', kindNames[kind]],
    ...(author === '' ? [] : [['Texte', content] as const]),
    ...(about === '' ? [] : [[author === '' ? 'Boutique' : 'Sur', about] as const]),
    ...(rating === null ? [] : [['Note', `${rating}/5`] as const]),
    ['Publié', <Instant key="at" at={createdAt} />],
    ['Page', shown],
    ...(hiddenReason === null ? [] : [['Masqué pour', hiddenReason] as const]),
  ] as const;
}

function VisibilityForm({ content: { subject, state } }: { content: Content }) {
  const set = (isVisible: boolean) => (reasons: string) =>
    call('administration.setVisibility', { body: { subject, isVisible, reasons } });
  return (
    <Section title={state === 'hidden' ? 'Le montrer de nouveau' : 'Le masquer'}>
      <ReasonForm
        hint="Envoyées par e-mail à qui a publié ce contenu."
        decisions={
          state === 'hidden'
            ? [{ label: 'Montrer de nouveau', done: 'Le contenu est de nouveau visible.', decide: set(true) }]
            : [{ label: 'Masquer', done: 'Le contenu est masqué.', isSerious: true, decide: set(false) }]
        }
      />
    </Section>
  );
}
