// Person card: someone who works for the store, or is invited to, with role and actions.
import { useState } from 'react';
import type { StorePerson } from '#contract/merchant/store-people.ts';
import { ROLE_NAMES } from '#domain/store-people.ts';
import { formatDate } from '#domain/time/dates.ts';
import { type PeopleRead, removePerson, resendInvitation, setPersonRole } from '#state/merchant/store-people.ts';
import { toast } from '#state/page/flash.ts';
import { Button } from '#ui/controls/button.tsx';
import { useSingleWrite } from '../../store/use-single-write.ts';
import { NEEDS_NETWORK } from './invitation-form.tsx';
import styles from './people-page.module.css';
import { RemoveQuestion, RoleQuestion } from './person-questions.tsx';

interface PersonCardProps {
  storeId: string;
  person: StorePerson;
  isYou: boolean;
  /** Cannot leave, and keeps the role. */
  isLastOwner: boolean;
  onRead(people: readonly StorePerson[]): void;
}

export function PersonCard({ storeId, person, isYou, isLastOwner, onRead }: PersonCardProps) {
  const [asked, setAsked] = useState<'role' | 'removal' | null>(null);
  const { busy, run } = useSingleWrite();
  const isMember = person.state === 'member';
  const name = person.name ?? person.email;
  const title = `person-${person.id}`;
  /** @param done shown after the change */
  const write = async (change: () => Promise<PeopleRead>, done: string) => {
    const result = await run(change);
    if (!result) return;
    setAsked(null);
    if (result.outcome === 'read') {
      onRead(result.people);
      toast(done);
    } else toast(result.outcome === 'offline' ? NEEDS_NETWORK : result.message, 'error');
  };
  return (
    <article className={styles.card} aria-labelledby={title} data-state={person.state}>
      <div className={styles.who}>
        <h2 id={title} className={styles.name}>
          {name} {isYou && <small className={styles.you}>(vous)</small>}
        </h2>
        {person.name !== null && <p className={styles.email}>{person.email}</p>}
        <p className={styles.role}>
          <span className={styles.tag}>{ROLE_NAMES[person.role]}</span>
          <span className={styles.quiet}>{stateText(person)}</span>
        </p>
        {isLastOwner && (
          <p className={styles.quiet}>
            La boutique garde une personne responsable&nbsp;: nommez-en une autre pour changer.
          </p>
        )}
      </div>
      {!isLastOwner && (
        <div className={styles.actions}>
          {isMember ? (
            <Button variant="secondary" onClick={() => setAsked('role')}>
              Changer de rôle
              <Of name={name} />
            </Button>
          ) : (
            <Button
              variant="secondary"
              busy={busy && asked === null}
              onClick={() => void write(() => resendInvitation(person.id), `Invitation renvoyée à ${person.email}.`)}
            >
              Renvoyer
              <Of name={name} />
            </Button>
          )}
          <Button variant="quiet" onClick={() => setAsked('removal')}>
            {isMember ? 'Retirer' : 'Annuler'}
            <Of name={name} />
          </Button>
        </div>
      )}
      {asked === 'role' && (
        <RoleQuestion
          person={person}
          busy={busy}
          onClose={() => setAsked(null)}
          onChoose={(role) =>
            void write(() => setPersonRole(person.id, role), `${name} a le rôle «\u00a0${ROLE_NAMES[role]}\u00a0».`)
          }
        />
      )}
      {asked === 'removal' && (
        <RemoveQuestion
          person={person}
          isYou={isYou}
          busy={busy}
          onClose={() => setAsked(null)}
          onRemove={() =>
            void write(
              () => removePerson(storeId, person),
              isMember ? `${name} ne fait plus partie de l’équipe.` : 'Invitation annulée.',
            )
          }
        />
      )}
    </article>
  );
}

/** Which person a button is about. */
const Of = ({ name }: { name: string }) => <span className="visually-hidden">&nbsp;: {name}</span>;

function stateText({ state, since }: StorePerson): string {
  if (state === 'member') return `depuis le ${formatDate(since)}`;
  return state === 'invited' ? `invitation envoyée le ${formatDate(since)}` : 'l’invitation a expiré';
}
