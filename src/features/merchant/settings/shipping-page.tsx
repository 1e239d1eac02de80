// 'Livraison': the ways in which orders reach the customers, and what the shop's own delivery costs.
import type { StoreChanges } from '#contract/store-changes.ts';
import { SettingsPage } from './settings-page.tsx';
import { ShippingForm } from './shipping-form.tsx';
import { TiersForm } from './tiers-form.tsx';

export function ShippingPage({ storeId }: { storeId: string }) {
  return (
    <SettingsPage
      storeId={storeId}
      page="merchantShipping"
      title="Livraison"
      lead="Ce que vos clients peuvent choisir au moment de commander, et à quel prix."
      online
    >
      {({ shop, refused }) => {
        const changes = (refused?.args as { changes?: StoreChanges } | undefined)?.changes;
        const ofTiers = changes?.distancePriceLevels !== undefined;
        return (
          <>
            <ShippingForm shop={shop} refused={ofTiers ? undefined : refused} />
            {(shop.store.deliveryMethods.includes('custom_store') || shop.store.distancePriceLevels.length > 0) && (
              <TiersForm shop={shop} refused={ofTiers ? refused : undefined} />
            )}
          </>
        );
      }}
    </SettingsPage>
  );
}
