// SiteHeader: the sticky header of every page, with the market's green valance.
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#paths';
import { IconButton } from '../../controls/button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { LazyPart, lazyPart } from '../../loading/lazy-part.tsx';
import type { SiteHeaderProps } from '../shell-interfaces.ts';
import { CartButton } from './cart-button.tsx';
import { CategoryMenu, loadCategoryPanel } from './category-menu.tsx';
import { loadSearchResults, SearchBox } from './search-box.tsx';
import styles from './site-header.module.css';
import { loadUserMenu, UserMenu } from './user-menu.tsx';

const loadFoldedMenu = () => import('./folded-menu.tsx');
const foldedMenu = lazyPart(loadFoldedMenu);
/** Visibility of the page's top at which the header changes between flat and floating. */
const THRESHOLDS = [0.1, 0.9];

export function SiteHeader(props: SiteHeaderProps) {
  const { siteName, categories, renderFeatured, search, user, cart, tray, line, settled, onReach, slot, contentId } =
    props;
  const [unfolded, setUnfolded] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const [stuck, setStuck] = useState(false);
  useEffect(() => {
    const element = top.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry && setStuck(entry.intersectionRatio < (THRESHOLDS[0] ?? 0)),
      { threshold: THRESHOLDS },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (settled)
      void Promise.allSettled(
        [loadFoldedMenu, loadCategoryPanel, loadSearchResults, loadUserMenu].map((load) => load()),
      );
  }, [settled]);
  return (
    <>
      <div ref={top} className={styles.top} aria-hidden="true" />
      <header className={styles.header} data-stuck={stuck ? '' : undefined}>
        <a href={`#${contentId}`} className={styles.skip}>
          Aller au contenu
        </a>
        <div className={`${styles.row} wrap`}>
          {!slot && (
            <IconButton
              icon="menu"
              label="Menu"
              className={styles.burger}
              aria-haspopup="dialog"
              aria-expanded={unfolded}
              onClick={() => {
                onReach?.();
                setUnfolded(true);
              }}
            />
          )}
          <Link to={paths.home} className={styles.logo} aria-label={`${siteName}, accueil`}>
            <LogoSign />
            <span>{siteName}</span>
          </Link>
          {slot ? (
            <div ref={slot} className={styles.slot} />
          ) : (
            <div className={styles.search}>{search && <SearchBox {...search} />}</div>
          )}
          <div className={styles.personal}>
            {!slot && (
              <Link to={paths.search} className={styles.loupe} aria-label="Rechercher" title="Rechercher">
                <Icon name="search" />
              </Link>
            )}
            {!slot && (
              <Link to={paths.favourites} className={styles.hearts} aria-label="Mes favoris" title="Mes favoris">
                <Icon name="heart" />
              </Link>
            )}
            {tray}
            <div className={styles.covered}>
              <UserMenu {...user} />
              {!slot && <CartButton {...cart} />}
            </div>
          </div>
        </div>
        {!slot && <CategoryMenu categories={categories} renderFeatured={renderFeatured} onReach={onReach} />}
        <div role="status">{line}</div>
        <div className={styles.valance} aria-hidden="true" />
        {props.messages}
      </header>
      {unfolded && <LazyPart part={foldedMenu} props={{ categories, onClose: () => setUnfolded(false) }} />}
    </>
  );
}

function LogoSign() {
  return (
    <svg className={styles.sign} viewBox="0 0 32 28" aria-hidden="true">
      <path
        className={styles.cloth}
        d="M5 3h22l4 9a4.2 4.2 0 0 1-7.5 1.5 4.2 4.2 0 0 1-7.5 0 4.2 4.2 0 0 1-7.5 0A4.2 4.2 0 0 1 1 12l4-9Z"
      />
      <path
        className={styles.stripes}
        d="M11.5 3h4.5v12a4.2 4.2 0 0 1-7.5-1.5L11.5 3ZM20.5 3H27l4 9a4.2 4.2 0 0 1-7.5 1.5L20.5 3Z"
      />
      <path className={styles.frame} d="M5 17v9M27 17v9M5 21.5h22" />
    </svg>
  );
}
