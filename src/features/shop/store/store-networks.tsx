// StoreNetworks: website and social networks of a store, as a row of labelled icons.
import type { Store } from '#contract/catalogue/stores.ts';
import { Drawing } from '#ui/controls/icon.tsx';
import styles from './store-networks.module.css';

const NETWORKS = [
  [
    'website',
    'Site internet',
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.5c2.5 2.3 3.8 5.1 3.8 8.5s-1.3 6.2-3.8 8.5c-2.5-2.3-3.8-5.1-3.8-8.5s1.3-6.2 3.8-8.5Z',
  ],
  [
    'facebook',
    'Facebook',
    'M16.5 4.5H14A3.5 3.5 0 0 0 10.5 8v2.5H8V14h2.5v6.5H14V14h2.5l.5-3.5h-3V8.5a1 1 0 0 1 1-1h1.5v-3Z',
  ],
  [
    'instagram',
    'Instagram',
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4ZM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM16.8 7.2v.1',
  ],
  [
    'twitter',
    'Twitter',
    'M4 18.2c6 2.3 14-.5 14.3-9.4L20 6.9l-2.3.2c-1-1.7-4.9-2-5.6 1.2-.1.6 0 1.2 0 1.2-3 .2-5.5-1-7.3-3.3-1 2.3-.3 4.3 1.4 5.6l-1.5-.3c.3 1.8 1.5 3 3.2 3.5l-1.4.2c.5 1.2 1.5 1.8 2.8 1.9-1.6 1-3.3 1.2-5.3 1.1Z',
  ],
  [
    'snapchat',
    'Snapchat',
    'M12 3.5c2.7 0 4.3 2 4.3 4.5v2.3c.7.4 1.3.1 1.8.3.6.3.3 1-.9 1.5-.4.2-.7.5-.5 1 .7 1.7 1.8 2.6 3.3 3-.2 1-1.4 1.2-2.4 1.4-.3.5-.2 1.2-.8 1.3-.9.1-1.6-.4-2.5 0-.8.4-1.3 1.2-2.3 1.2s-1.5-.8-2.3-1.2c-.9-.4-1.6.1-2.5 0-.6-.1-.5-.8-.8-1.3-1-.2-2.2-.4-2.4-1.4 1.5-.4 2.6-1.3 3.3-3 .2-.5-.1-.8-.5-1-1.2-.5-1.5-1.2-.9-1.5.5-.2 1.1.1 1.8-.3V8c0-2.5 1.6-4.5 4.3-4.5Z',
  ],
] as const;

export function StoreNetworks({ store }: { store: Store }) {
  const links = NETWORKS.flatMap(([key, name, drawing]) => {
    const url = store[key];
    return url?.startsWith('https://') ? [{ name, url, drawing }] : [];
  });
  if (links.length === 0) return null;
  return (
    <ul className={styles.networks} aria-label="Réseaux">
      {links.map(({ name, url, drawing }) => (
        <li key={name}>
          <a href={url} target="_blank" rel="noopener noreferrer nofollow" aria-label={name} title={name}>
            <Drawing d={drawing} size={22} />
          </a>
        </li>
      ))}
    </ul>
  );
}
