// Icons of product actions, always with a label.
import { Drawing } from '#ui/controls/icon.tsx';

const drawings = {
  copy: 'M9 8.5h11v11H9v-11ZM15 8.5v-4H4v11h5',
  eye: 'M2.5 12C5 7.8 8.3 5.7 12 5.7s7 2.1 9.5 6.3c-2.5 4.2-5.8 6.3-9.5 6.3S5 16.2 2.5 12ZM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z',
  hidden:
    'M4 4l16 16M9.5 6c.8-.2 1.6-.3 2.5-.3 3.7 0 7 2.1 9.5 6.3-.9 1.5-1.9 2.8-3 3.8M6.2 8C4.8 9 3.6 10.3 2.5 12c2.5 4.2 5.8 6.3 9.5 6.3 1.4 0 2.7-.3 4-.9',
  camera: 'M4 8h3.5l1.5-2.5h6L16.5 8H20v11H4V8ZM12 10a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6Z',
  euro: 'M18 6.5A7 7 0 1 0 18 17.5M3.5 10.5h9M3.5 13.5h9',
  stock: 'M4 20V9l8-5 8 5v11M8 20v-7h8v7M8 16.5h8',
} as const;

export type ProductIconName = keyof typeof drawings;

export const ProductIcon = ({ name, size = 22 }: { name: ProductIconName; size?: number }) => (
  <Drawing d={drawings[name]} size={size} />
);
