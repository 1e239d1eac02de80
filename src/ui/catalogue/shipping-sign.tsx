// Sign of a shipping type: an awning for collection, a lorry for delivery, a letter for a file.
import type { ShippingType } from '#contract/fields/values.ts';
import { Icon, type IconName } from '../controls/icon.tsx';

const SIGNS: Readonly<Record<ShippingType, IconName>> = {
  store: 'store',
  home: 'truck',
  relay: 'pin',
  custom_store: 'truck',
  custom_relay: 'pin',
  demat: 'mail',
};

export const ShippingSign = ({ type }: { type: ShippingType }) => <Icon name={SIGNS[type]} size={20} />;
