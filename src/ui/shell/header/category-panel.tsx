// CategoryPanel: an open category of the wide menu with levels 2 and 3 and a featured product.
import { Link } from 'react-router-dom';
import { Icon } from '../../controls/icon.tsx';
import type { CategoryMenuProps, MenuCategory } from '../shell-interfaces.ts';
import styles from './category-panel.module.css';
import { categoryPath } from './menu-links.ts';

export interface CategoryPanelProps {
  category: MenuCategory;
  openedSub: string | null;
  onSub: (id: string) => void;
  onLeave: () => void;
  renderFeatured: CategoryMenuProps['renderFeatured'];
}

export default function CategoryPanel({ category, openedSub, onSub, onLeave, renderFeatured }: CategoryPanelProps) {
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
                    // On touch screens the first tap opens, the second follows the link.
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
