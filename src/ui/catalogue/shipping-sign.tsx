// The sign of a way of delivery: a stall where one fetches it, a lorry where it is brought, a letter where it is a file.
import type { ShippingType } from '#contract/fields/values.ts';
import { Icon, type IconName } from '../controls/icon.tsx';

const SIGNS: Readonly<Record<ShippingType, IconName>> = {
  store: 'stall',
  home: 'truck',
  relay: 'pin',
  custom_store: 'truck',
  custom_relay: 'pin',
  demat: 'mail',
};

export const ShippingSign = ({ type }: { type: ShippingType }) => <Icon name={SIGNS[type]} size={20} />;
