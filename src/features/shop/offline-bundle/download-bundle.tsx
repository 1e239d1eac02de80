// 'Garder pour hors connexion': the size first, then how far it is, then since when it is here; and the way to have it taken off.
import { useState } from 'react';
import type { TakenThing } from '#contract/catalogue/offline-bundle.ts';
import { takenState, takenWords } from '#domain/offline-bundle.ts';
import { formatSize } from '#domain/text/size.ts';
import { letGo, type ThingToTake, takeAlong, thingAmong, useTaken } from '#state/device/offline-bundle.ts';
import { Button } from '#ui/controls/button.tsx';
import { Drawing, Icon } from '#ui/controls/icon.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import styles from './download-bundle.module.css';
import { TakeDialog } from './download-bundle-dialog.tsx';

/** Into the bag. */
const TAKE = 'M12 4v10M7.5 10L12 14.5 16.5 10M4.5 15.5v4h15v-4';

export default function TakeAlong(thing: ThingToTake) {
  const things = useTaken();
  const [open, setOpen] = useState(false);
  // Nothing here keeps anything: nothing is offered.
  if (!things) return null;
  const taken = thingAmong(things, thing);
  return (
    <div className={styles.place}>
      {taken ? (
        <Taken taken={taken} onMore={() => setOpen(true)} />
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          <Drawing d={TAKE} size={20} />
          Garder pour hors connexion
        </Button>
      )}
      {open && taken && <TakenDialog taken={taken} onClose={() => setOpen(false)} />}
      {open && !taken && <TakeDialog thing={thing} onClose={() => setOpen(false)} />}
      <span role="status" className="visually-hidden">
        {taken && takenState(taken) !== 'taking' ? takenWords(taken) : ''}
      </span>
    </div>
  );
}

function Taken({ taken, onMore }: { taken: TakenThing; onMore: () => void }) {
  const state = takenState(taken);
  const words = takenWords(taken);
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
        {state === 'taking' && <progress aria-label={words} value={taken.done} max={taken.total} />}
      </span>
      {isMoving ? (
        // What was whole stays so.
        taken.at === null && (
          <Button variant="quiet" onClick={() => letGo(taken)}>
            Arrêter
          </Button>
        )
      ) : (
        <>
          <Button variant="quiet" onClick={() => takeAlong(taken, taken.bytes)}>
            {state === 'full' ? 'Réessayer' : 'Reprendre'}
          </Button>
          <Button variant="quiet" onClick={() => letGo(taken)}>
            Retirer
          </Button>
        </>
      )}
    </div>
  );
}

function TakenDialog({ taken, onClose }: { taken: TakenThing; onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      title={taken.name}
      actions={
        <>
          <Button
            variant="secondary"
            icon="trash"
            onClick={() => {
              onClose();
              letGo(taken);
            }}
          >
            Retirer
          </Button>
          <Button
            icon="refresh"
            onClick={() => {
              onClose();
              takeAlong(taken, taken.bytes);
            }}
          >
            Mettre à jour
          </Button>
        </>
      }
    >
      <p className={styles.size}>
        <b>{takenWords(taken)}</b>
        <span>environ {formatSize(taken.bytes)}</span>
      </p>
      {taken.trouble && <p>La dernière mise à jour n’a pas abouti&nbsp;: ce qui est gardé reste tel quel.</p>}
      <p>
        Tout s’ouvre sans réseau. En Wi-Fi, la mise à jour se fait d’elle-même, une fois par jour au plus, à l’ouverture
        de l’application.
      </p>
    </Modal>
  );
}
