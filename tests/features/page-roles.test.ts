// The back office by role: the pages that a role opens, and the entries of its menu.
import { describe, expect, test } from 'vitest';
import type { AnyEndpointName } from '#contract/all-endpoints.ts';
import { leastRoleOf } from '#contract/merchant/call-roles.ts';
import { includesRole, roleIn, storeRoles } from '#contract/merchant/store-roles.ts';
import { paths } from '#paths';
import { sidebarGroups } from '../../src/features/merchant/shell/sidebar.tsx';
import { leastRoleAt } from '../../src/features/merchant/store/page-roles.ts';

/** What each page asks the server for first. */
const firstReads: Partial<Record<keyof typeof paths, AnyEndpointName>> = {
  merchantOrders: 'storeOrders.ofStore',
  merchantOrder: 'storeOrders.get',
  merchantDaySheet: 'storeOrders.ofStore',
  merchantHandOver: 'collectionKeys.list',
  merchantPayouts: 'payouts.byStore',
  merchantMessages: 'messages.ofStore',
  merchantAppointments: 'appointments.ofStore',
  merchantAppointment: 'appointments.get',
  merchantEstimates: 'estimates.ofStore',
  merchantEstimate: 'estimates.ofStore',
  merchantProducts: 'stores.ownProducts',
  merchantProduct: 'products.mine',
  merchantCoupons: 'coupons.ofStore',
  merchantCoupon: 'coupons.get',
  merchantPeople: 'storePeople.list',
};

test.each(Object.entries(firstReads) as [keyof typeof paths, AnyEndpointName][])(
  '%s opens for the roles that the server answers',
  (page, read) => {
    expect(leastRoleAt(paths[page])).toBe(leastRoleOf(read));
  },
);

test.each(['merchantInfos', 'merchantContact', 'merchantHours', 'merchantShipping', 'merchantMedias'] as const)(
  '%s, which changes the store, is its owner’s',
  (page) => {
    expect([leastRoleAt(paths[page]), leastRoleOf('stores.save')]).toEqual(['owner', 'owner']);
  },
);

describe('the menu shows', () => {
  const store = {
    ...{ id: 's1', plan: { name: 'E-commerce' }, ready: true, takesAppointments: true, takesEstimates: true },
  };
  const labels = (role: (typeof storeRoles)[number] | null) =>
    sidebarGroups(store, true, role).flatMap(({ entries }) => entries.map(({ label }) => label));
  test('a picker the orders alone', () => {
    expect(labels('picker')).toEqual(['Commandes']);
  });
  test('a seller the orders and the requests', () => {
    expect(labels('seller')).toEqual(['Accueil', 'Commandes', 'Messages', 'Demande de RDV', 'Demande de devis']);
  });
  test('an owner everything', () => {
    expect(labels('owner')).toEqual(expect.arrayContaining([...labels('seller'), 'Versements', 'Produits', 'Équipe']));
  });
  test('nobody else anything', () => {
    expect(labels(null)).toEqual([]);
  });
});

describe('a role', () => {
  test('includes itself and the roles after it', () => {
    const included = storeRoles.map((role) => storeRoles.filter((least) => includesRole(role, least)));
    expect(included).toEqual([['owner', 'seller', 'picker'], ['seller', 'picker'], ['picker']]);
    expect(includesRole(null, 'picker')).toBe(false);
  });
  test('of a token without one is the owner’s, as all were before there were roles', () => {
    expect(roleIn({ ownedStore: 's1' })).toBe('owner');
    expect(roleIn({ ownedStore: 's1', storeRole: 'picker' })).toBe('picker');
    expect(roleIn({ ownedStore: null, storeRole: null })).toBe(null);
  });
});
