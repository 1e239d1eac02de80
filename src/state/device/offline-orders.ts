// Whether all orders of the merchant are cached; set by the prefetch, shown in the back office.
import { atom, useAtomValue } from 'jotai';

export const ordersOnDeviceAtom = atom(false);

export const useOrdersOnDevice = () => useAtomValue(ordersOnDeviceAtom);
