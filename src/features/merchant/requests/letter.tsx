// What somebody wrote, in a dialog: who, when, what, and how to answer by mail.
import type { ReactNode } from 'react';
import { mailLink } from '#domain/text/mail-link.ts';
import { AddressLinkButton, Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { WhatWasWritten } from './what-was-written.tsx';

interface LetterProps {
  title: string;
  owner: { email: string; username: string };
  createdAt: string;
  message: string;
  /** What the answer is about: 'RE: …'. */
  subject: string;
  onClose: () => void;
  children?: ReactNode;
}

export function Letter({ title, owner, createdAt, message, subject, onClose, children }: LetterProps) {
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
      <WhatWasWritten owner={owner} createdAt={createdAt} message={message} />
      {children}
    </Modal>
  );
}
