// Empty list of pending writes.
import { paths } from '#paths';
import { useTray } from '#state/pending/pending-writes.ts';
import { useSession } from '#state/session/session.ts';
import { LinkButton } from '#ui/controls/button.tsx';
import { Empty } from '#ui/states/loaded.tsx';
import { Age } from '#ui/text/age.tsx';
import styles from './pending-list.module.css';

/** 'Tout est envoyé.' applies to the whole device only: remaining writes may belong to a visitor before a logout. */
export function NothingPending() {
  const { complete, ofOthers, lastSentAt } = useTray();
  const isAnonymous = useSession().status === 'anonymous';
  if (!complete) {
    return (
      <Empty title="Quelque chose est à vérifier.">
        <p className={styles.quiet}>
          Cette partie de l’application n’a pas pu être chargée&nbsp;: rien n’est perdu, rechargez la page dès le retour
          du réseau.
        </p>
      </Empty>
    );
  }
  if (!ofOthers) {
    return (
      <Empty title="Tout est envoyé.">
        <LastSent at={lastSentAt} />
      </Empty>
    );
  }
  return (
    <Empty
      title={
        isAnonymous ? 'Connectez-vous pour voir ce qui attend.' : 'Aucune modification de votre part n’est en attente.'
      }
      action={
        isAnonymous && (
          <LinkButton to={`${paths.login}?${new URLSearchParams({ retour: paths.waiting })}`}>Me connecter</LinkButton>
        )
      }
    >
      <p className={styles.quiet}>
        Ce qui est gardé sur cet appareil n’est visible que par la personne qui l’a saisi, et sera envoyé dès qu’elle se
        reconnectera.
      </p>
    </Empty>
  );
}

export function LastSent({ at }: { at: number | null }) {
  if (at === null) return <p className={styles.quiet}>Ce que vous ferez sans réseau attendra ici.</p>;
  return (
    <p className={styles.quiet}>
      <Age at={at} prefix="Dernier envoi" />
    </p>
  );
}
