// DownloadBundle: 'Garder hors connexion': size, progress, date, and removal of an offline bundle.
import { useState } from 'react';
import type { OfflineBundle } from '#contract/catalogue/offline-bundle.ts';
import { bundleState, bundleStatusText } from '#domain/offline-bundle.ts';
import { formatSize } from '#domain/text/size.ts';
import { useSiteName } from '#state/api/configuration.ts';
import { useInstallInvitation } from '#state/device/install-invitation.ts';
import {
  type BundleTarget,
  findBundle,
  requestBundleDownload,
  requestBundleRemoval,
  useOfflineBundles,
} from '#state/device/offline-bundle.ts';
import { Button } from '#ui/controls/button.tsx';
import { Drawing, Icon } from '#ui/controls/icon.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { InstallInvitation } from '#ui/text/install-invitation.tsx';
import styles from './download-bundle.module.css';
import { DownloadBundleDialog } from './download-bundle-dialog.tsx';

/** Into the bag. */
const TAKE = 'M12 4v10M7.5 10L12 14.5 16.5 10M4.5 15.5v4h15v-4';

export default function DownloadBundle(thing: BundleTarget) {
  const things = useOfflineBundles();
  const [open, setOpen] = useState(false);
  const [started, setStarted] = useState(false);
  // Offers nothing if this browser cannot store bundles.
  if (!things) return null;
  const bundle = findBundle(things, thing);
  return (
    <div className={styles.place}>
      {bundle ? (
        <BundleStatus bundle={bundle} onMore={() => setOpen(true)} />
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          <Drawing d={TAKE} size={20} />
          Garder hors connexion
        </Button>
      )}
      {open && bundle && <BundleDialog bundle={bundle} onClose={() => setOpen(false)} />}
      {open && !bundle && (
        <DownloadBundleDialog thing={thing} onStart={() => setStarted(true)} onClose={() => setOpen(false)} />
      )}
      {started && bundle && bundleState(bundle) === 'whole' && <InviteToInstall />}
      <span role="status" className="visually-hidden">
        {bundle && bundleState(bundle) !== 'taking' ? bundleStatusText(bundle) : ''}
      </span>
    </div>
  );
}

/** Who wants it without a network wants it at hand. Shown once the download is complete: it covers what stops it. */
function InviteToInstall() {
  const { way, accept, dismiss } = useInstallInvitation();
  const siteName = useSiteName();
  if (!way) return null;
  return (
    <Modal open onClose={dismiss} title={`Installer ${siteName}`}>
      <InstallInvitation way={way} siteName={siteName} onAccept={accept} onDismiss={dismiss} />
    </Modal>
  );
}

function BundleStatus({ bundle, onMore }: { bundle: OfflineBundle; onMore: () => void }) {
  const state = bundleState(bundle);
  const words = bundleStatusText(bundle);
  if (state === 'whole') {
    return (
      <Button variant="secondary" className={styles.whole} aria-haspopup="dialog" onClick={onMore}>
        <Icon name="check" size={20} />
        {words}
      </Button>
    );
  }
  const isMoving = state === 'taking' || state === 'waiting';
  return (
    <div className={styles.row} data-state={state}>
      <span className={styles.words}>
        {isMoving ? <Drawing d={TAKE} size={20} /> : <Icon name={state === 'full' ? 'alert' : 'clock'} size={20} />}
        {words}
        {state === 'taking' && <progress aria-label={words} value={bundle.done} max={bundle.total} />}
      </span>
      {isMoving ? (
        // A complete bundle remains complete.
        bundle.at === null && (
          <Button variant="quiet" onClick={() => requestBundleRemoval(bundle)}>
            Arrêter
          </Button>
        )
      ) : (
        <>
          <Button variant="quiet" onClick={() => requestBundleDownload(bundle, bundle.bytes)}>
            {state === 'full' ? 'Réessayer' : 'Reprendre'}
          </Button>
          <Button variant="quiet" onClick={() => requestBundleRemoval(bundle)}>
            Retirer
          </Button>
        </>
      )}
    </div>
  );
}

function BundleDialog({ bundle, onClose }: { bundle: OfflineBundle; onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      title={bundle.name}
      actions={
        <>
          <Button
            variant="secondary"
            icon="trash"
            onClick={() => {
              onClose();
              requestBundleRemoval(bundle);
            }}
          >
            Retirer
          </Button>
          <Button
            icon="refresh"
            onClick={() => {
              onClose();
              requestBundleDownload(bundle, bundle.bytes);
            }}
          >
            Mettre à jour
          </Button>
        </>
      }
    >
      <p className={styles.size}>
        <b>{bundleStatusText(bundle)}</b>
        <span>environ {formatSize(bundle.bytes)}</span>
      </p>
      {bundle.trouble && <p>La dernière mise à jour n’a pas abouti&nbsp;: ce qui est gardé reste tel quel.</p>}
      <p>
        Tout s’ouvre sans réseau. En Wi-Fi, la mise à jour se fait automatiquement, une fois par jour au plus, à
        l’ouverture de l’application.
      </p>
    </Modal>
  );
}
