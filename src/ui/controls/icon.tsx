// Icons: line drawings of 24 × 24 in the text colour, beside a word or in a labelled button.
import styles from './icon.module.css';

const drawings = {
  menu: 'M4 7h16M4 12h16M4 17h10',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.3 15.3L20 20',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  basket: 'M3.5 10h17l-1.7 8.4a2 2 0 0 1-2 1.6H7.2a2 2 0 0 1-2-1.6L3.5 10ZM8 10l3-6M16 10l-3-6M9.5 13.5v3M14.5 13.5v3',
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4.5v-6h-5v6H5a1 1 0 0 1-1-1v-8Z',
  store:
    'M4 9l1.5-5h13L20 9M4 9a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 9M5.5 12v8h13v-8M10 20v-4.5h4V20',
  left: 'M14.5 5.5L8 12l6.5 6.5',
  right: 'M9.5 5.5L16 12l-6.5 6.5',
  first: 'M17 5.5L10.5 12l6.5 6.5M7 5.5v13',
  last: 'M7 5.5l6.5 6.5L7 18.5M17 5.5v13',
  down: 'M5.5 9.5L12 16l6.5-6.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4.3l2.8 1.7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 4l9 16H3l9-16ZM12 10v4.5M12 17v.2',
  offline: 'M4 4l16 16M7.5 9.5A5 5 0 0 0 7 19h10M19.6 17.3A4 4 0 0 0 17 10.5a5.5 5.5 0 0 0-7.2-4',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v6M13.5 10.5v6',
  pin: 'M12 21c4.5-5 6.5-8 6.5-10.8a6.5 6.5 0 0 0-13 0C5.5 13 7.5 16 12 21ZM12 8a2.3 2.3 0 1 0 0 4.6A2.3 2.3 0 0 0 12 8',
  phone: 'M6 4h3.5l1.5 4.5-2 1.5a11 11 0 0 0 5 5l1.5-2 4.5 1.5V18a2 2 0 0 1-2.2 2A16 16 0 0 1 4 6.2 2 2 0 0 1 6 4Z',
  truck:
    'M3 6h10.5v10H3V6ZM13.5 10h4l3.5 3.5V16h-7.5M7 15a2.2 2.2 0 1 0 0 4.4A2.2 2.2 0 0 0 7 15M17 15a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4',
  calendar: 'M4.5 6h15v14h-15V6ZM4.5 10.5h15M8.5 3.5V8M15.5 3.5V8',
  exit: 'M13.5 4.5h-8v15h8M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 4v4.5H15',
  edit: 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5l-4 1ZM14 7l3 3',
  signal: 'M5 19v-3M10 19v-6M15 19v-9M20 19V6M4 5l5 5M9 5l-5 5',
  send: 'M12 19V5M6 11l6-6 6 6',
  frame: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  mail: 'M3.5 6h17v12h-17V6ZM4 6.5l8 6.5 8-6.5',
  sheet: 'M6 3.5h8.5L19 8v12.5H6v-17ZM9.5 12h6M9.5 16h6',
  bag: 'M6 8h12l1 12H5L6 8ZM9 10.5V7a3 3 0 0 1 6 0v3.5',
  heart: 'M12 20C7 16.3 3.5 13.2 3.5 9.2A4.4 4.4 0 0 1 12 7.4a4.4 4.4 0 0 1 8.5 1.8c0 4-3.5 7.1-8.5 10.8Z',
  share: 'M12 15V4M8 8l4-4 4 4M6 11.5H4.5V20h15v-8.5H18',
  outside: 'M14 5h5v5M19 5l-8.5 8.5M11 6H5v13h13v-6',
} as const;

export type IconName = keyof typeof drawings;

interface DrawingProps {
  /** The path's commands, in a square of 24. */
  d: string;
  /** Width and height in pixels. */
  size?: number;
}

/** A line drawing of a single feature. */
export function Drawing({ d, size = 24 }: DrawingProps) {
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={d} />
    </svg>
  );
}

export const Icon = ({ name, size }: { name: IconName; size?: number }) => <Drawing d={drawings[name]} size={size} />;
