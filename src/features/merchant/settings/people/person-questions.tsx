// Questions about a person of the store: another role, the end of their work or of an invitation.
import { useState } from 'react';
import type { StorePerson } from '#contract/merchant/store-people.ts';
import type { StoreRole } from '#contract/merchant/store-roles.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { RadioGroup } from '#ui/fields/fields.tsx';
import { roleOptions } from './role-choice.ts';

interface QuestionProps {
  person: StorePerson;
  busy: boolean;
  onClose(): void;
}

export function RoleQuestion({ person, busy, onClose, onChoose }: QuestionProps & { onChoose(role: StoreRole): void }) {
  const [role, setRole] = useState<StoreRole>(person.role);
  return (
    <Modal
      open
      onClose={onClose}
      title={`Le rôle de ${person.name ?? person.email}`}
      actions={
        <>
          <Button busy={busy} disabled={role === person.role} onClick={() => onChoose(role)}>
            Changer de rôle
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Revenir
          </Button>
        </>
      }
    >
      <RadioGroup
        label="Rôle"
        hideLabel
        name="role"
        options={roleOptions}
        value={role}
        onChange={(event) => setRole(event.target.value as StoreRole)}
      />
    </Modal>
  );
}

interface RemoveQuestionProps extends QuestionProps {
  isYou: boolean;
  onRemove(): void;
}

export function RemoveQuestion({ person, isYou, busy, onClose, onRemove }: RemoveQuestionProps) {
  const name = person.name ?? person.email;
  const isMember = person.state === 'member';
  return (
    <Modal
      open
      onClose={onClose}
      title={isMember ? `Retirer ${name} de l’équipe\u00a0?` : `Annuler l’invitation de ${name}\u00a0?`}
      actions={
        <>
          <Button variant="danger" busy={busy} onClick={onRemove}>
            {isMember ? 'Retirer de l’équipe' : 'Annuler l’invitation'}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Revenir
          </Button>
        </>
      }
    >
      {isMember ? (
        <p>
          {isYou ? 'Vous perdez' : `${name} perd`} aussitôt l’accès à la boutique, et l’appareil efface ce qu’il en
          gardait. Ce qui y attendait encore du réseau sera refusé, et signalé. Le compte reste, pour faire ses courses.
        </p>
      ) : (
        <p>Le lien déjà envoyé ne servira plus.</p>
      )}
    </Modal>
  );
}
