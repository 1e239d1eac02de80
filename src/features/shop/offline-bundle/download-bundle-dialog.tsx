// DownloadBundleDialog: content and size of a download, before its start.
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { BundleKind, BundleOutline } from '#contract/catalogue/offline-bundle.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { formatSize } from '#domain/text/size.ts';
import { paths } from '#paths';
import { useDataSaver } from '#state/device/data-saver.ts';
import { type BundleTarget, fetchBundleOutline, requestBundleDownload } from '#state/device/offline-bundle.ts';
import { Button } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { LineShapes } from '#ui/states/loaded.tsx';
import styles from './download-bundle.module.css';

type Asked = { outline: BundleOutline } | 'failed' | null;

interface DownloadBundleDialogProps {
  thing: BundleTarget;
  onStart: () => void;
  onClose: () => void;
}

export function DownloadBundleDialog({ thing, onStart, onClose }: DownloadBundleDialogProps) {
  const { kind, slug, name } = thing;
  const [asked, setAsked] = useState<Asked>(null);
  const ask = useCallback(() => {
    setAsked(null);
    fetchBundleOutline({ kind, slug, name }).then(
      (outline) => setAsked({ outline }),
      () => setAsked('failed'),
    );
  }, [kind, slug, name]);
  useEffect(ask, [ask]);
  const outline = asked === null || asked === 'failed' ? null : asked.outline;
  const canTake = outline !== null && !outline.tooMuch;
  return (
    <Modal
      open
      onClose={onClose}
      title="Garder hors connexion"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Annuler
          </Button>
          {asked === 'failed' ? (
            <Button onClick={ask}>Réessayer</Button>
          ) : (
            <Button
              disabled={!canTake}
              onClick={() => {
                if (!outline) return;
                requestBundleDownload(thing, outline.bytes);
                onStart();
                onClose();
              }}
            >
              Garder
            </Button>
          )}
        </>
      }
    >
      <div className={styles.dialog} aria-live="polite">
        {asked === null && <LineShapes count={3} />}
        {asked === 'failed' && (
          <p>Pour commencer, il faut le réseau, et il ne répond pas. Rien n’a été gardé pour l’instant.</p>
        )}
        {outline && (outline.tooMuch ? <TooMuch outline={outline} /> : <Comprised outline={outline} name={name} />)}
      </div>
    </Modal>
  );
}

const WHOLE: Record<BundleKind, (outline: BundleOutline) => string> = {
  store: ({ productCount }) =>
    `La boutique entière\u00a0: ${productCount > 0 ? `${countWithNoun(productCount, 'produit')} avec leurs photos, ` : ''}les horaires et les avis.`,
  category: ({ productCount }) =>
    `La catégorie entière\u00a0: ${countWithNoun(productCount, 'produit')} avec leurs photos.`,
  town: ({ productCount, stores }) =>
    `${countWithNoun(stores.length, 'boutique')}\u00a0: ${countWithNoun(productCount, 'produit')} avec leurs photos, les horaires et les avis.`,
};

function Comprised({ outline, name }: { outline: BundleOutline; name: string }) {
  const sparing = useDataSaver();
  return (
    <>
      <p className={styles.size}>
        <b>{name}</b>
        <span>environ {formatSize(outline.bytes)}</span>
      </p>
      <p>{WHOLE[outline.kind](outline)}</p>
      <p className={styles.note}>
        {sparing
          ? 'Vous économisez les données\u00a0: la mise à jour ne se fera que si vous la demandez.'
          : 'En Wi-Fi, la mise à jour se fait automatiquement, une fois par jour au plus.'}{' '}
        Vous pouvez {outline.kind === 'town' ? 'les' : 'la'} retirer à tout moment, ici ou dans{' '}
        <Link to={paths.waiting}>Sur cet appareil</Link>.
      </p>
    </>
  );
}

function TooMuch({ outline: { productCount } }: { outline: BundleOutline }) {
  return (
    <p>
      {countWithNoun(productCount, 'produit')}&nbsp;: c’est trop pour un appareil. Gardez plutôt une boutique, ou une
      catégorie plus petite.
    </p>
  );
}
