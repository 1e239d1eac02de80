// Shipping page: shipping types and the prices of the store's own delivery.
import { storeChangesIn } from '#state/merchant/own-store.ts';
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
      {({ shown, refused }) => {
        const isOfTiers = 'distancePriceLevels' in (storeChangesIn(refused?.content) ?? {});
        return (
          <>
            <ShippingForm shown={shown} refused={isOfTiers ? undefined : refused} />
            {(shown.store.deliveryMethods.includes('custom_store') || shown.store.distancePriceLevels.length > 0) && (
              <TiersForm shown={shown} refused={isOfTiers ? refused : undefined} />
            )}
          </>
        );
      }}
    </SettingsPage>
  );
}
