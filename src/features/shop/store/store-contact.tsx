// Contact options of a store.
import { useEffect, useState } from 'react';
import { generatePath } from 'react-router-dom';
import type { Store } from '#contract/catalogue/stores.ts';
import { paths } from '#paths';
import { requestTypes, useRefusedRequest } from '#state/account/requests.ts';
import { useSession } from '#state/session/session.ts';
import { Tabs } from '#ui/controls/tabs.tsx';
import { LazyPart, lazyPart } from '#ui/loading/lazy-part.tsx';
import { LineShapes } from '#ui/states/loaded.tsx';
import { Section } from '#ui/text/section.tsx';
import { LoginFirst } from '../requests/request-form.tsx';
import styles from './store-contact.module.css';
import { StoreLocation, StoreOpening } from './store-whereabouts.tsx';

/** Requires a login. */
const messageForm = lazyPart(() => import('../requests/message-form.tsx'));
const appointmentForm = lazyPart(() => import('../requests/appointment-form.tsx'));
const estimateForm = lazyPart(() => import('../requests/estimate-form.tsx'));

const CONTACT_LOGIN = 'Veuillez vous connecter pour contacter le magasin';
const APPOINTMENT_LOGIN = 'Veuillez vous connecter pour demander un RDV avec le magasin';

/** A message always; an appointment or an estimate if the store offers them. */
export function StoreContact({ store }: { store: Store }) {
  const session = useSession();
  const [selected, setSelected] = useState('contact');
  // A refused pending request is corrected in its own form.
  const isMine = (args: { store: string }) => args.store === store['@id'];
  const appointmentBack = useRefusedRequest(requestTypes.appointment, isMine)?.id;
  const estimateBack = useRefusedRequest(requestTypes.estimate, isMine)?.id;
  useEffect(() => {
    if (appointmentBack !== undefined) setSelected('rdv');
    else if (estimateBack !== undefined) setSelected('devis');
  }, [appointmentBack, estimateBack]);
  const backTo = `${generatePath(paths.store, { slug: store.slug })}#contact`;
  const forMembers = (form: React.ReactNode, otherwise: string) => {
    if (!session.ready) return <LineShapes count={3} />;
    return session.status === 'anonymous' ? <LoginFirst backTo={backTo}>{otherwise}</LoginFirst> : form;
  };
  const tabs = [
    {
      id: 'contact',
      label: 'nous contacter',
      content: forMembers(<Form key="message" part={messageForm} store={store} />, CONTACT_LOGIN),
    },
    ...(store.takesAppointments
      ? [
          {
            id: 'rdv',
            label: 'prendre rdv',
            content: forMembers(<Form key="appointment" part={appointmentForm} store={store} />, APPOINTMENT_LOGIN),
          },
        ]
      : []),
    ...(store.takesEstimates
      ? [
          {
            id: 'devis',
            label: 'demander un devis',
            content: forMembers(<Form key="estimate" part={estimateForm} store={store} />, APPOINTMENT_LOGIN),
          },
        ]
      : []),
  ];
  return (
    <Section title="Contact" id="contact">
      <div className={styles.contact}>
        <Tabs label={`Écrire à ${store.name}`} tabs={tabs} selected={selected} onSelect={setSelected} />
        <div className={styles.aside}>
          <section>
            <h3>Où nous trouver</h3>
            <StoreLocation store={store} />
          </section>
          <StoreOpening store={store} level={3} />
        </div>
      </div>
    </Section>
  );
}

function Form({ part, store }: { part: typeof messageForm; store: Store }) {
  return <LazyPart part={part} props={{ store }} fallback={<LineShapes count={3} />} />;
}
