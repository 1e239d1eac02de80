// About page of a store: hours, location, delivery.

import { useMemo } from 'react';
import { generatePath } from 'react-router-dom';
import type { Store } from '#contract/catalogue/stores.ts';
import type { ShippingType } from '#contract/fields/values.ts';
import { formatSiret, type LegalIdentity, nameWithForm } from '#domain/legal-identity.ts';
import { paths } from '#paths';
import { useConfiguration, useSiteName } from '#state/api/configuration.ts';
import { useMapOutline } from '#state/api/map-outline.ts';
import { ShippingSign } from '#ui/catalogue/shipping-sign.tsx';
import { MapOnTap } from '#ui/map/map.tsx';
import { PlainText } from '#ui/text/markdown.tsx';
import { PageMeta } from '#ui/text/page-meta.tsx';
import styles from './store-about-page.module.css';
import { useStore } from './store-layout.tsx';
import { StoreLocation, StoreOpening } from './store-whereabouts.tsx';

const MAP_ZOOM = 10;

export function StoreAboutPage() {
  const store = useStore();
  const siteName = useSiteName();
  const modes = Object.entries(store.availableStoreShippingTypes) as [ShippingType, string][];
  return (
    <>
      <PageMeta
        title={`${store.name} - à propos`}
        siteName={siteName}
        description={store.placeOfSales || store.description || undefined}
        path={generatePath(paths.storeAbout, { slug: store.slug })}
        image={store.images[0]?.['720_inset_path']}
      />
      <div className={styles.about}>
        <section>
          <h2>Où nous trouver</h2>
          <StoreLocation store={store} />
          <StoreMap store={store} />
          {store.placeOfSales !== '' && <PlainText text={store.placeOfSales} />}
        </section>
        <StoreOpening store={store} level={2} />
        {modes.length > 0 && (
          <section>
            <h2>Retrait et livraison</h2>
            <ul className={styles.modes}>
              {modes.map(([type, name]) => (
                <li key={type}>
                  <ShippingSign type={type} />
                  {name}
                </li>
              ))}
            </ul>
            {store.paymentOnDelivery && (
              <PlainText text={store.paymentOnDeliveryInformation || 'Paiement à la livraison accepté.'} />
            )}
          </section>
        )}
        {store.legalIdentity && <Seller identity={store.legalIdentity} />}
        {store.additionalInformation !== '' && (
          <section>
            <h2>Bon à savoir</h2>
            <PlainText text={store.additionalInformation} />
          </section>
        )}
      </div>
    </>
  );
}

function Seller({ identity }: { identity: LegalIdentity }) {
  const { siret, vatNumber } = identity;
  const ofMarket = useConfiguration('mediator')?.value;
  const mediator = identity.mediator || ofMarket;
  return (
    <section>
      <h2>Le vendeur</h2>
      <p>{nameWithForm(identity)}, vendeur professionnel</p>
      <dl className={styles.numbers}>
        <dt>SIRET</dt>
        <dd>{formatSiret(siret)}</dd>
        <dt>TVA</dt>
        <dd>{vatNumber || 'non applicable, art. 293 B du CGI'}</dd>
      </dl>
      {mediator && <p>Médiateur de la consommation&nbsp;: {mediator}</p>}
    </section>
  );
}

function StoreMap({ store: { id, name, slug, geoCoordinates } }: { store: Store }) {
  const places = useMemo(
    () => (geoCoordinates ? [{ id, name, slug, ...geoCoordinates }] : []),
    [id, name, slug, geoCoordinates],
  );
  const outline = useMapOutline();
  if (!geoCoordinates) return null;
  return (
    <MapOnTap label={`Carte : ${name}`} places={places} center={geoCoordinates} zoom={MAP_ZOOM} outline={outline} />
  );
}
