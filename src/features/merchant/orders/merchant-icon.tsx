// The icons of the merchant's actions.
import type { ActionWords } from './order-words.ts';

const drawings: Readonly<Record<ActionWords['icon'], string>> = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cash: 'M3 6.5h18v11H3v-11ZM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM6 9.5v.1M18 14.5v.1',
  truck:
    'M3 6h10.5v10H3V6ZM13.5 10h4l3.5 3.5V16h-7.5M7 15a2.2 2.2 0 1 0 0 4.4A2.2 2.2 0 0 0 7 15M17 15a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4',
  hand: 'M7.5 8.5V6.8A4.4 4.4 0 0 1 12 2.5a4.4 4.4 0 0 1 4.5 4.3v1.7M5 8.5h14l1 12H4l1-12ZM9 14l2.2 2.2L15 12.4',
  mail: 'M3.5 6h17v12h-17V6ZM4 6.5l8 6.5 8-6.5',
};

/** The sign of the next thing to do with an order, always beside its words. */
export function ActionIcon({ name, size = 22 }: { name: ActionWords['icon']; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
