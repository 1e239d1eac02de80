// FoldedMenu: the category tree of small screens, a sheet with one level at a time.
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#paths';
import { IconButton } from '../../controls/button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { closedOutside, useModalDialog } from '../../dialogs/use-modal-dialog.ts';
import { DataSaverSwitch } from '../../fields/data-saver-switch.tsx';
import type { CategoryMenuProps, MenuCategory } from '../shell-interfaces.ts';
import styles from './folded-menu.module.css';
import { categoryPath, FIXED_LINKS } from './menu-links.ts';

/** The focused element disappears with its level. */
const takeFocus = (arrived: HTMLElement | null) => arrived?.focus();

export default function FoldedMenu({ categories, onClose }: CategoryMenuProps & { onClose: () => void }) {
  const dialog = useModalDialog();
  const [trail, setTrail] = useState<readonly MenuCategory[]>([]);
  /** The previous level, whose entry gets the focus. */
  const [left, setLeft] = useState<string | null>(null);
  const here = trail.at(-1);
  const before = trail.at(-2);
  const goInto = (category: MenuCategory) => {
    setTrail([...trail, category]);
    setLeft(null);
  };
  const goBack = () => {
    setTrail(trail.slice(0, -1));
    setLeft(here?.id ?? null);
  };
  const entries = here ? here.children : (categories ?? []);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={styles.menu}
      aria-label="Menu"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      {...closedOutside(onClose)}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          {here ? (
            <button
              key={here.id}
              ref={left === null ? takeFocus : undefined}
              type="button"
              className={styles.back}
              onClick={goBack}
            >
              <Icon name="left" size={20} />
              <span>
                <span className="visually-hidden">Retour à </span>
                {before ? before.name : 'Menu'}
              </span>
            </button>
          ) : (
            <h2>Menu</h2>
          )}
          <IconButton icon="close" label="Fermer le menu" onClick={onClose} />
        </div>
        <nav aria-label="Catégories">
          <ul key={here?.id ?? 'menu'} className={styles.list}>
            {here && (
              <li>
                <Link to={categoryPath(here)} className={styles.all} onClick={onClose}>
                  Tout voir dans {here.name}
                </Link>
              </li>
            )}
            {entries.map((category) => (
              <li key={category.id}>
                {category.children.length > 0 ? (
                  <button
                    ref={category.id === left ? takeFocus : undefined}
                    type="button"
                    onClick={() => goInto(category)}
                  >
                    {category.name}
                    <Icon name="right" size={20} />
                  </button>
                ) : (
                  <Link to={categoryPath(category)} onClick={onClose}>
                    {category.name}
                  </Link>
                )}
              </li>
            ))}
            {!here &&
              FIXED_LINKS.map((link) => (
                <li key={link.to}>
                  <Link to={link.to} className={styles.all} onClick={onClose}>
                    {link.name}
                  </Link>
                </li>
              ))}
            {!here && (
              <li>
                <Link to={paths.favourites} className={styles.all} onClick={onClose}>
                  Mes favoris
                </Link>
              </li>
            )}
          </ul>
        </nav>
        {!here && (
          <div className={styles.saver}>
            <DataSaverSwitch />
          </div>
        )}
      </div>
    </dialog>
  );
}
