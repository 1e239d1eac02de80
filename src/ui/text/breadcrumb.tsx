// Breadcrumb: the path to the page. The last entry is the page itself.
import { Link } from 'react-router-dom';
import styles from './breadcrumb.module.css';

export interface BreadcrumbProps {
  items: readonly { name: string; to?: string | undefined }[];
}

export function Breadcrumb({ items }: BreadcrumbProps) {
  return (
    <nav aria-label="Fil d’Ariane" className={styles.nav}>
      <ol>
        {items.map((item, index) => (
          <li key={`${item.to}${item.name}`}>
            {item.to && index < items.length - 1 ? (
              <Link to={item.to}>{item.name}</Link>
            ) : (
              <span aria-current={index === items.length - 1 ? 'page' : undefined}>{item.name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
