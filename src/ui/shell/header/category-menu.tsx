// The category tree of the wide screen: level 1 in a bar; one category and one subcategory open at most, on hover, click
// or keyboard; leaving the bar closes them. Level 3 stands beside a featured product.
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { LazyPart, lazyPart } from '../../loading/lazy-part.tsx';
import type { CategoryMenuProps, MenuCategory } from '../shell-interfaces.ts';
import styles from './category-menu.module.css';
import { categoryPath, FIXED_LINKS } from './menu-links.ts';

export const loadCategoryPanel = () => import('./category-panel.tsx');
const categoryPanel = lazyPart(loadCategoryPanel);

/** A pointer that only crosses the bar opens nothing. */
const HOVER_DELAY_MS = 90;

export function CategoryMenu({ categories, renderFeatured, onReach }: CategoryMenuProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const [openedSub, setOpenedSub] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hovered = useRef<string | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);

  const open = (category: MenuCategory | null) => {
    clearTimeout(timer.current);
    setOpened(category?.id ?? null);
    setOpenedSub(category?.children[0]?.id ?? null);
  };
  const onEnter = (event: PointerEvent, category: MenuCategory) => {
    if (event.pointerType !== 'mouse' || category.id === opened) return;
    clearTimeout(timer.current);
    const byHover = () => {
      hovered.current = category.id;
      open(category);
    };
    timer.current = setTimeout(byHover, opened === null ? HOVER_DELAY_MS : 0);
  };
  /** Whoever comes with the pointer and clicks wants it open: it was, a moment before. */
  const onToggle = (category: MenuCategory) => {
    const isKept = hovered.current === category.id;
    hovered.current = null;
    open(category.id === opened && !isKept ? null : category);
  };
  const current = categories?.find((category) => category.id === opened);

  return (
    <nav
      aria-label="Catégories"
      className={styles.nav}
      onPointerEnter={onReach}
      onFocus={onReach}
      onPointerLeave={(event) => event.pointerType === 'mouse' && open(null)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) open(null);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !current) return;
        const button = event.currentTarget.querySelector<HTMLElement>('[aria-expanded="true"]');
        open(null);
        button?.focus();
      }}
    >
      <ul className={`${styles.bar} wrap`}>
        {categories?.map((category) => (
          <li key={category.id} onPointerEnter={(event) => onEnter(event, category)}>
            {category.children.length === 0 ? (
              <Link to={categoryPath(category)} className={styles.first} onClick={() => open(null)}>
                {category.name}
              </Link>
            ) : (
              <button
                type="button"
                className={styles.first}
                aria-expanded={category.id === opened}
                onClick={() => onToggle(category)}
              >
                {category.name}
              </button>
            )}
            {category.id === opened && category.children.length > 0 && (
              <LazyPart
                part={categoryPanel}
                props={{ category, openedSub, onSub: setOpenedSub, onLeave: () => open(null), renderFeatured }}
              />
            )}
          </li>
        ))}
        {FIXED_LINKS.map((link) => (
          <li key={link.to} className={styles.fixed}>
            <Link to={link.to} className={styles.first} onClick={() => open(null)}>
              {link.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
