// CategoryMenu of wide screens: level 1 in a bar; at most one category and one subcategory open, by hover, click or
// keyboard; leaving closes them. Level 3 is beside a featured product.
// Guarantee: the bar is a single tab stop, with arrow keys inside.
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { LazyPart, lazyPart } from '../../loading/lazy-part.tsx';
import type { CategoryMenuProps, MenuCategory } from '../shell-interfaces.ts';
import styles from './category-menu.module.css';
import { categoryPath, FIXED_LINKS } from './menu-links.ts';

export const loadCategoryPanel = () => import('./category-panel.tsx');
const categoryPanel = lazyPart(loadCategoryPanel);

/** A pointer that only crosses the bar opens nothing. */
const HOVER_DELAY_MS = 90;

const focusIn = (entry: Element | undefined) => (entry?.firstElementChild as HTMLElement | undefined)?.focus();

export function CategoryMenu({ categories, renderFeatured, onReach }: CategoryMenuProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const [openedSub, setOpenedSub] = useState<string | null>(null);
  /** Index of the tab stop. */
  const [stop, setStop] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hovered = useRef<string | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  const bar = useRef<HTMLUListElement>(null);
  /** The place of the entry with the focus. */
  const focused = useRef<number | null>(null);
  const whole = categories?.some(({ children }) => children.length > 0) ?? false;
  // Keeps the focus when a link becomes a button after the subcategories have loaded.
  useLayoutEffect(() => {
    if (whole && focused.current !== null) focusIn(bar.current?.children[focused.current]);
  }, [whole]);

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
  /** A click after hovering keeps it open. */
  const onToggle = (category: MenuCategory) => {
    const isStillHovered = hovered.current === category.id;
    hovered.current = null;
    open(category.id === opened && !isStillHovered ? null : category);
  };
  const current = categories?.find((category) => category.id === opened);
  const onArrow = ({ key, target }: KeyboardEvent<HTMLUListElement>) => {
    const entry = (target as Element).closest('li');
    const next =
      key === 'ArrowRight' ? entry?.nextElementSibling : key === 'ArrowLeft' && entry?.previousElementSibling;
    if (next) focusIn(next);
  };
  const entry = (place: number) => ({
    className: styles.first,
    tabIndex: place === stop ? 0 : -1,
    onFocus: () => {
      focused.current = place;
      setStop(place);
    },
  });

  return (
    <nav
      aria-label="Catégories"
      className={styles.nav}
      onPointerEnter={onReach}
      onFocus={onReach}
      onPointerLeave={(event) => event.pointerType === 'mouse' && open(null)}
      onBlur={(event) => {
        focused.current = null;
        if (!event.currentTarget.contains(event.relatedTarget)) open(null);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !current) return;
        const button = event.currentTarget.querySelector<HTMLElement>('[aria-expanded="true"]');
        open(null);
        button?.focus();
      }}
    >
      <ul ref={bar} className={`${styles.bar} wrap`} onKeyDown={onArrow}>
        {categories?.map((category, place) => (
          <li key={category.id} onPointerEnter={(event) => onEnter(event, category)}>
            {category.children.length === 0 ? (
              <Link to={categoryPath(category)} {...entry(place)} onClick={() => open(null)}>
                {category.name}
              </Link>
            ) : (
              <button
                type="button"
                {...entry(place)}
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
        {FIXED_LINKS.map((link, place) => (
          <li key={link.to} className={styles.fixed}>
            <Link to={link.to} {...entry((categories?.length ?? 0) + place)} onClick={() => open(null)}>
              {link.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
