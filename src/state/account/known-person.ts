// Known person: name and email of the logged-in user, for forms that ask for them.
import type { Order } from '#contract/orders/orders.ts';
import { useApiQuery } from '../api/query.ts';
import { useSession } from '../session/session.ts';

interface KnownPerson {
  firstName: string;
  lastName: string;
  email: string;
}

/** The name of the newest order that has one. */
export function nameIn(orders: readonly Order[]): Pick<KnownPerson, 'firstName' | 'lastName'> {
  const parts = orders.flatMap(({ storeOrders }) => storeOrders);
  const { firstName = '', lastName = '' } = parts.find((part) => part.firstName !== '' || part.lastName !== '') ?? {};
  return { firstName, lastName };
}

/** Empty for a visitor, and where nothing is known. */
export function useKnownPerson(): KnownPerson {
  const { user } = useSession();
  const { data } = useApiQuery('users.orders', { params: { id: user?.user_id ?? '' } }, { enabled: user !== null });
  return { ...nameIn((user && data?.['hydra:member']) ?? []), email: user?.email ?? '' };
}

export const fullName = ({ firstName, lastName }: Pick<KnownPerson, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** 'Camille L.': for what everybody reads. */
export const publicName = ({ firstName, lastName }: Pick<KnownPerson, 'firstName' | 'lastName'>): string =>
  firstName === '' ? '' : `${firstName} ${lastName.slice(0, 1)}${lastName === '' ? '' : '.'}`.trim();
