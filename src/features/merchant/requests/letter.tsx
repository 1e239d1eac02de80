// Letter: dialog with a received message: sender, date, text, and reply by mail.
import type { ReactNode } from 'react';
import { mailLink } from '#domain/text/mail-link.ts';
import { AddressLinkButton, Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { WrittenText } from './written-text.tsx';

interface LetterProps {
  title: string;
  owner: { email: string; username: string };
  createdAt: string;
  message: string;
  /** Subject of the reply: 'RE: …'. */
  subject: string;
  onClose: () => void;
  children?: ReactNode;
}

export function RequestLetter({ title, owner, createdAt, message, subject, onClose, children }: LetterProps) {
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <AddressLinkButton href={mailLink(owner.email, `RE: ${subject}`)} icon="mail">
            Répondre
          </AddressLinkButton>
          <Button variant="secondary" onClick={onClose}>
            Fermer
          </Button>
        </>
      }
    >
      <WrittenText owner={owner} createdAt={createdAt} message={message} />
      {children}
    </Modal>
  );
}
