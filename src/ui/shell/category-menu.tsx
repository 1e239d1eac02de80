// The category tree of the wide screen: level 1 in a bar; one category and one subcategory open at most, on hover, click
// or keyboard; leaving the bar closes them. Level 3 stands beside a featured product.
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { paths } from '#paths';
import { Icon } from '../icon.tsx';
import styles from './category-menu.module.css';
import type { CategoryMenuProps, MenuCategory } from './shell-interfaces.ts';

/** First-level entries that are not categories. */
export const FIXED_LINKS = [
  { name: 'Nouveautés', to: paths.latest },
  { name: 'Promotions', to: paths.promotions },
  { name: 'Galerie Marchande', to: paths.stores },
] as const;

export function categoryPath(category: { slug: string }): string {
  return generatePath(paths.category, { slug: category.slug });
}

/** A pointer that only crosses the bar opens nothing. */
const HOVER_DELAY_MS = 90;

export function CategoryMenu({ categories, renderFeatured }: CategoryMenuProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const [openedSub, setOpenedSub] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const open = (category: MenuCategory | null) => {
    clearTimeout(timer.current);
    setOpened(category?.id ?? null);
    setOpenedSub(category?.children[0]?.id ?? null);
  };
  const onEnter = (event: PointerEvent, category: MenuCategory) => {
    if (event.pointerType !== 'mouse' || category.id === opened) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => open(category), opened === null ? HOVER_DELAY_MS : 0);
  };
  const current = categories?.find((category) => category.id === opened);

  return (
    <nav
      aria-label="Catégories"
      className={styles.nav}
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
                onClick={() => open(category.id === opened ? null : category)}
              >
                {category.name}
                <Icon name="down" size={16} />
              </button>
            )}
            {category.id === opened && category.children.length > 0 && (
              <Panel
                category={category}
                openedSub={openedSub}
                onSub={setOpenedSub}
                onLeave={() => open(null)}
                renderFeatured={renderFeatured}
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

interface PanelProps {
  category: MenuCategory;
  openedSub: string | null;
  onSub: (id: string) => void;
  onLeave: () => void;
  renderFeatured: CategoryMenuProps['renderFeatured'];
}

function Panel({ category, openedSub, onSub, onLeave, renderFeatured }: PanelProps) {
  const sub = category.children.find((child) => child.id === openedSub);
  return (
    <div className={styles.panel}>
      <div className="wrap">
        <div className={styles.columns}>
          <ul className={styles.second}>
            <li>
              <Link to={categoryPath(category)} className={styles.all} onClick={onLeave}>
                Tout voir dans {category.name}
              </Link>
            </li>
            {category.children.map((child) => (
              <li
                key={child.id}
                data-open={child.id === openedSub ? '' : undefined}
                onPointerEnter={(event) => event.pointerType === 'mouse' && onSub(child.id)}
              >
                <Link
                  to={categoryPath(child)}
                  onFocus={() => onSub(child.id)}
                  onClick={(event) => {
                    // A finger opens first; a second tap goes there.
                    const finger =
                      event.nativeEvent instanceof globalThis.PointerEvent && event.nativeEvent.pointerType === 'touch';
                    if (finger && child.children.length > 0 && child.id !== openedSub) {
                      event.preventDefault();
                      onSub(child.id);
                    } else onLeave();
                  }}
                >
                  {child.name}
                  {child.children.length > 0 && <Icon name="right" size={16} />}
                </Link>
                {child.id === openedSub && child.children.length > 0 && (
                  <ul className={styles.third}>
                    {child.children.map((leaf) => (
                      <li key={leaf.id}>
                        <Link to={categoryPath(leaf)} onClick={onLeave}>
                          {leaf.name}
                        </Link>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
          {sub && renderFeatured && <div className={styles.featured}>{renderFeatured(sub)}</div>}
        </div>
      </div>
    </div>
  );
}
