// SiteFooter: the market's pages by place, contact, social networks and partners.
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { paths } from '#paths';
import { FoldButton } from '../controls/fold-button.tsx';
import { DataSaverSwitch } from '../fields/data-saver-switch.tsx';
import { Picture } from '../media/picture.tsx';
import type { FooterPlace, SiteFooterProps } from './shell-interfaces.ts';
import styles from './site-footer.module.css';

const BLOCKS: readonly { place: FooterPlace; title: string }[] = [
  { place: 'plateforme', title: 'La plateforme' },
  { place: 'nous-contacter', title: 'Nous contacter' },
  { place: 'aide', title: 'Aide' },
  { place: 'pied-de-page', title: 'Informations légales' },
];

export function SiteFooter({ siteName, tagline, pages, social, partners }: SiteFooterProps) {
  const at = (place: FooterPlace) => pages.filter((page) => page.place === place);
  return (
    <footer className={`${styles.footer} slate-focus`}>
      <div className={styles.scallop} aria-hidden="true" />
      <div className={`${styles.inside} wrap`}>
        <div className={styles.about}>
          <p className={styles.name}>{siteName}</p>
          {tagline && <p>{tagline}</p>}
          {social.length > 0 && (
            <ul className={styles.social} aria-label="Nous suivre">
              {social.map((network) => (
                <li key={network.url}>
                  <a href={network.url} target="_blank" rel="noopener noreferrer">
                    {network.name}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        {BLOCKS.filter(({ place }) => place === 'nous-contacter' || at(place).length > 0).map((block) => (
          <Block key={block.place} title={block.title}>
            {at(block.place).map((page) => (
              <PageLink key={page.slug} page={page} />
            ))}
            {block.place === 'nous-contacter' && (
              <li>
                <Link to={paths.contact}>Contact</Link>
              </li>
            )}
          </Block>
        ))}
      </div>
      {partners.length > 0 && (
        <ul className={`${styles.partners} wrap`} aria-label="Paiement et livraison">
          {partners.map((partner) => (
            <li key={partner.name}>
              {partner.image ? (
                <Picture
                  image={partner.image}
                  alt={partner.name}
                  shape="fill"
                  sizes="72px"
                  className={styles.partner}
                />
              ) : (
                partner.name
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={`${styles.saver} wrap`}>
        <DataSaverSwitch />
      </div>
      <p className={`${styles.last} wrap`}>
        <Link to={paths.withdrawal}>Renoncer au contrat ici</Link>
      </p>
    </footer>
  );
}

/** Folded on phones; open without scripts and on wide screens. */
function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2>
        <FoldButton>{title}</FoldButton>
        <span>{title}</span>
      </h2>
      <ul>{children}</ul>
    </nav>
  );
}

function PageLink({ page }: { page: { slug: string; name: string } }) {
  return (
    <li>
      <Link to={generatePath(paths.page, { slug: page.slug })}>{page.name}</Link>
    </li>
  );
}
