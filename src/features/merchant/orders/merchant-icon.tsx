// Icons of the merchant's actions.
import { Drawing, Icon } from '#ui/controls/icon.tsx';
import type { ActionWords } from './order-texts.ts';

/** Icons of this area only. */
const drawings = {
  cash: 'M3 6.5h18v11H3v-11ZM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM6 9.5v.1M18 14.5v.1',
  hand: 'M7.5 8.5V6.8A4.4 4.4 0 0 1 12 2.5a4.4 4.4 0 0 1 4.5 4.3v1.7M5 8.5h14l1 12H4l1-12ZM9 14l2.2 2.2L15 12.4',
};

/** Icon of an order's next step, always next to its label. */
export const ActionIcon = ({ name, size = 22 }: { name: ActionWords['icon']; size?: number }) =>
  name === 'cash' || name === 'hand' ? <Drawing d={drawings[name]} size={size} /> : <Icon name={name} size={size} />;
