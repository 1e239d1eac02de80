// MediaPicker: form field for an ordered selection of pictures, with a button for the library.
//   <MediaPicker label="Images" mode="multiple" value={iris} onChange={…} known={product.images} />
// Guarantee: a picture with a pending upload can be selected, shown and moved like any other, and is marked.
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { Image } from '#contract/fields/values.ts';
import { useImagesOf } from '#state/merchant/media.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { MediaLibrary } from './media-library.tsx';
import styles from './media-picker.module.css';
import { Caption, pictureName, Thumbnail } from './thumbnail.tsx';

export interface MediaPickerProps {
  label: string;
  mode: 'single' | 'multiple';
  /** IRIs, or temporary names of uploads that wait. */
  value: string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
  /** Pictures delivered with their product or store; the library is not searched for them. */
  known?: readonly (Image | null)[];
  most?: number;
}

const none: readonly Image[] = [];

export function MediaPicker({ label, mode, value, onChange, error, known = none, most = 30 }: MediaPickerProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const shown = useImagesOf(value, known);
  const single = mode === 'single';
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<{ ref: string; way: string } | null>(null);
  // The clicked button moves with its picture and retains the focus.
  useLayoutEffect(() => {
    if (!moved.current) return;
    const { ref, way } = moved.current;
    moved.current = null;
    const item = [...(list.current?.children ?? [])].find((one) => one.getAttribute('data-ref') === ref);
    const buttons = [...(item?.querySelectorAll<HTMLButtonElement>('button[data-way]:enabled') ?? [])];
    (buttons.find((button) => button.dataset.way === way) ?? buttons[0])?.focus();
  });
  const move = (at: number, step: -1 | 1) => {
    const next = [...value];
    const [ref = ''] = next.splice(at, 1);
    next.splice(at + step, 0, ref);
    moved.current = { ref, way: step < 0 ? 'before' : 'after' };
    onChange(next);
  };
  const many = single ? 'une image' : 'des images';
  return (
    <fieldset className={styles.picker} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.label}>{label}</legend>
      {shown.length > 0 && (
        <ol ref={list} className={styles.chosen} data-single={single || undefined}>
          {shown.map((image, at) => {
            const name = single ? pictureName(image) : `l’image ${at + 1}, ${pictureName(image)}`;
            return (
              <li key={image.ref} data-ref={image.ref} className={styles.one}>
                <Thumbnail shown={image} />
                <Caption shown={image} />
                <div className={styles.tools}>
                  {!single && (
                    <>
                      <IconButton
                        icon="left"
                        label={`Avancer ${name}`}
                        data-way="before"
                        disabled={at === 0}
                        onClick={() => move(at, -1)}
                      />
                      <IconButton
                        icon="right"
                        label={`Reculer ${name}`}
                        data-way="after"
                        disabled={at === shown.length - 1}
                        onClick={() => move(at, 1)}
                      />
                    </>
                  )}
                  <IconButton
                    icon="close"
                    label={`Retirer ${name}`}
                    onClick={() => onChange(value.filter((_, index) => index !== at))}
                  />
                </div>
              </li>
            );
          })}
        </ol>
      )}
      <Button
        variant="secondary"
        icon={single && value.length > 0 ? 'edit' : 'plus'}
        className={styles.add}
        aria-label={`${single && value.length > 0 ? 'Changer d’image' : `Ajouter ${many}`}\u00a0: ${label}`}
        onClick={() => setOpen(true)}
      >
        {single && value.length > 0 ? 'Changer d’image' : `Ajouter ${many}`}
      </Button>
      <FieldError id={`${id}-error`} text={error} />
      {open && (
        <MediaLibrary
          title={`Médiathèque\u00a0: ${label.toLowerCase()}`}
          single={single}
          most={most}
          chosen={shown.map(({ ref, image }) => image?.['@id'] ?? ref)}
          onChoose={(refs) => {
            onChange(refs);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </fieldset>
  );
}
