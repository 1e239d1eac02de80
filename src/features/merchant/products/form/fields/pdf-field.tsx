// PdfField: the PDF of a digital product. The upload requires a network; saving the product attaches it.
import { useId, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { PDF_LIMIT } from '#contract/merchant/own-products.ts';
import { formatSize } from '#domain/text/size.ts';
import { sendPdf } from '#state/merchant/products.ts';
import { useConnectivity, useOnReconnect } from '#state/page/connectivity.ts';
import { toast } from '#state/page/flash.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import styles from '../product-form.module.css';
import type { ProductValues } from '../product-values.ts';

const PDF = 'application/pdf';
const offlineHint = 'Il faut du réseau pour envoyer un PDF\u00a0; le reste du produit est enregistré sans attendre.';

/** Problem of a file before its upload; null without one. */
function mistakeIn({ type, size }: File): string | null {
  if (type !== PDF) return 'Format non accepté\u00a0: envoyez un fichier PDF.';
  if (size === 0) return 'Ce fichier est vide.';
  return size > PDF_LIMIT ? `Ce PDF est trop lourd\u00a0: ${PDF_LIMIT / 1024 / 1024} Mo au maximum.` : null;
}

export function PdfField() {
  const { control } = useFormContext<ProductValues>();
  const { field, fieldState } = useController({ control, name: 'dematerializedFile' });
  const { online } = useConnectivity();
  const ids = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useOnReconnect(() => setError((message) => (message === offlineHint ? null : message)));
  /** Result of the latest upload. */
  const [sent, setSent] = useState<string | null>(null);

  const fail = (words: string) => {
    setError(words);
    toast('Erreur', 'error');
  };
  const send = async (file: File) => {
    const mistake = mistakeIn(file);
    if (mistake) return fail(mistake);
    setError(null);
    setBusy(true);
    try {
      const result = await sendPdf(file);
      if (result.outcome === 'offline') return fail(offlineHint);
      if (result.outcome === 'refused') return fail(result.violations[0]?.message ?? result.error.message);
      field.onChange(result.answer['@id']);
      setSent(`${file.name} (${formatSize(file.size)})`);
      toast('PDF mis à jour avec succès');
    } catch (failure) {
      console.error(failure);
      fail('Ce PDF n’a pas pu être envoyé.');
    } finally {
      setBusy(false);
    }
  };
  const wrong = error ?? fieldState.error?.message;
  return (
    <div className={styles.pdf}>
      <p id={`${ids}-state`} className={styles.pdfState}>
        <Icon name={field.value ? 'check' : 'sheet'} size={20} />
        {busy ? 'Envoi du PDF…' : (sent ?? (field.value ? 'Un PDF est joint.' : 'Aucun PDF joint.'))}
      </p>
      <label className={styles.pdfPick} aria-disabled={busy || undefined}>
        <input
          type="file"
          accept={PDF}
          className="visually-hidden"
          disabled={busy}
          aria-describedby={`${ids}-state ${ids}-error`}
          aria-invalid={wrong ? true : undefined}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) void send(file);
            // Choosing the same file again would fire no change event.
            currentTarget.value = '';
          }}
        />
        {field.value ? 'Remplacer le PDF' : 'Choisir un PDF'}
      </label>
      {field.value && (
        <Button
          variant="quiet"
          onClick={() => {
            setSent(null);
            field.onChange('');
          }}
        >
          Retirer le PDF
        </Button>
      )}
      {!online && error !== offlineHint && <p className={styles.note}>{offlineHint}</p>}
      <FieldError id={`${ids}-error`} text={wrong} />
    </div>
  );
}
