// Whether all of a merchant's orders lie on this device: told by what fetches them ahead, shown by the back office.
import { atom, useAtomValue } from 'jotai';

export const ordersKeptAtom = atom(false);

export const useOrdersKept = () => useAtomValue(ordersKeptAtom);
