// MediaLibrary: dialog with the pictures of a store: selection, upload, deletion.
// Guarantees: a selection counts after its confirmation only; without a network, the pictures read by this device are
// shown.
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { isServerUnreachable } from '#domain/call-failure.ts';
import { countWithNoun } from '#domain/text/plural.ts';
import { storageErrorMessage } from '#domain/text/storage-error.ts';
import { removeImage, type ShownImage, useMediaLibrary } from '#state/merchant/media.ts';
import { toast } from '#state/page/flash.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { Empty, LineShapes, Loaded } from '#ui/states/loaded.tsx';
import { AddFiles } from './add-files.tsx';
import { CaptionDialog } from './caption-dialog.tsx';
import { DropZone } from './drop-zone.tsx';
import { LibraryGrid } from './library-grid.tsx';
import styles from './media-library.module.css';
import { pictureName } from './thumbnail.tsx';

interface MediaLibraryProps {
  title: string;
  single: boolean;
  /** Server names where available. */
  chosen: readonly string[];
  most: number;
  onChoose: (refs: string[]) => void;
  onClose: () => void;
}

export function MediaLibrary({ title, single, chosen, most, onChoose, onClose }: MediaLibraryProps) {
  const [page, setPage] = useState(1);
  const [selected, setSelected] = useState<readonly string[]>(chosen);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [captioned, setCaptioned] = useState<ShownImage | null>(null);
  const [deleted, setDeleted] = useState<ShownImage | null>(null);
  const library = useMediaLibrary(page);
  const { fetched = [], toSend, pages, status, error } = library;
  const isUnreachable = isServerUnreachable(error);
  const broken = status === 'error' && !isUnreachable;
  useEffect(() => {
    if (!broken) return;
    toast('La médiathèque n’a pas pu être ouverte.', 'error');
    onClose();
  }, [broken, onClose]);

  const toggle = (ref: string) => {
    if (single) return onChoose([ref]);
    if (selected.includes(ref)) return setSelected(selected.filter((one) => one !== ref));
    if (selected.length >= most) return toast(`${countWithNoun(most, 'image')} au maximum.`, 'error');
    setSelected([...selected, ref]);
  };
  const remove = async (image: ShownImage) => {
    setDeleted(null);
    try {
      await removeImage(image);
      setSelected((now) => now.filter((one) => one !== image.ref));
      if (chosen.includes(image.ref)) onChoose(chosen.filter((one) => one !== image.ref));
    } catch (failure) {
      console.error(failure);
      toast(storageErrorMessage(failure), 'error');
    }
  };
  const images = [...toSend, ...fetched];
  const adding = files.length > 0;
  // Rendered outside the form: Enter in a caption must not save the page.
  return createPortal(
    <>
      <Modal
        open
        // Words that were typed are not lost by a tap beside the dialog.
        onClose={adding ? undefined : onClose}
        size="wide"
        title={adding ? 'Nouvelles images' : title}
        actions={
          !adding && (
            <>
              <Button variant="secondary" onClick={onClose}>
                Annuler
              </Button>
              {!single && (
                <Button onClick={() => onChoose([...selected])}>
                  {selected.length === 0
                    ? 'Ne garder aucune image'
                    : `Choisir ${countWithNoun(selected.length, 'image')}`}
                </Button>
              )}
            </>
          )
        }
      >
        {adding ? (
          <AddFiles
            files={files}
            onCancel={() => setFiles([])}
            onAdded={(refs) => onChoose(single ? refs.slice(-1) : [...selected, ...refs].slice(0, most))}
          />
        ) : (
          <div className={styles.library}>
            <DropZone single={single} onFiles={setFiles} />
            <Loaded query={library} what="part" loading={<LineShapes count={4} />}>
              {() =>
                images.length === 0 && (
                  <Empty title="Votre médiathèque est vide.">
                    Les images que vous ajoutez servent à votre boutique et à tous vos produits.
                  </Empty>
                )
              }
            </Loaded>
            <LibraryGrid
              images={images}
              selected={selected}
              single={single}
              onToggle={toggle}
              onCaption={setCaptioned}
              onDelete={setDeleted}
            />
            {pages > 1 && <Pages page={page} pages={pages} onPage={setPage} />}
          </div>
        )}
      </Modal>
      {captioned && <CaptionDialog image={captioned} onClose={() => setCaptioned(null)} />}
      <Modal
        open={deleted !== null}
        onClose={() => setDeleted(null)}
        title="Supprimer cette image ?"
        actions={
          <>
            <Button variant="secondary" onClick={() => setDeleted(null)}>
              Garder l’image
            </Button>
            <Button variant="danger" icon="trash" onClick={() => deleted && void remove(deleted)}>
              Supprimer
            </Button>
          </>
        }
      >
        <p>
          «&nbsp;{deleted && pictureName(deleted)}&nbsp;» disparaîtra de la médiathèque, de votre boutique et des
          produits qui la montrent.
        </p>
      </Modal>
    </>,
    document.body,
  );
}

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  return (
    <nav className={styles.pages} aria-label="Pages de la médiathèque">
      <IconButton
        icon="left"
        label="Page précédente"
        variant="outlined"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span aria-live="polite">
        Page {page} sur {pages}
      </span>
      <IconButton
        icon="right"
        label="Page suivante"
        variant="outlined"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
