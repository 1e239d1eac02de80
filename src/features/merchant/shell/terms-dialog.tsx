// TermsDialog: terms of the market, shown until the store has accepted the latest version.
// Guarantee: one acceptance counts on every device; without a network it is queued like any write.
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import { storageErrorMessage } from '#domain/text/storage-error.ts';
import { formatDate } from '#domain/time/dates.ts';
import { useApiQuery } from '#state/api/query.ts';
import { acceptTerms, hasAcceptedAhead } from '#state/merchant/own-terms.ts';
import { pendingAtom } from '#state/pending/pending-writes.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { LineShapes } from '#ui/states/loaded.tsx';
import { RenderedMarkdown } from '#ui/text/markdown.tsx';
import styles from './terms-dialog.module.css';

export function TermsDialog({ store }: { store: MerchantStore }) {
  const versions = useApiQuery('terms.list', {}).data?.['hydra:member'];
  const rows = useAtomValue(pendingAtom);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = versions?.at(-1);
  if (!latest || store.acceptedTermAndConditions.includes(latest['@id'])) return null;
  if (hasAcceptedAhead(latest, rows)) return null;

  const accept = async () => {
    setBusy(true);
    try {
      await acceptTerms(store.id, versions ?? []);
    } catch (failure) {
      console.error(failure);
      setProblem(storageErrorMessage(failure));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      size="wide"
      title="Conditions générales"
      actions={
        <Button size="large" busy={busy} onClick={accept}>
          Accepter
        </Button>
      }
    >
      <p className={styles.since}>
        Version du {formatDate(latest.createdAt)}. Votre boutique s’ouvre dès que vous les avez acceptées.
      </p>
      <RenderedMarkdown text={latest.terms} loading={<LineShapes count={12} />} />
      <FieldError text={problem} />
    </Modal>
  );
}
