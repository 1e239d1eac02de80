// Position page: place of the store on the map, by dragging, from the device, or typed.

import { type FormEvent, useMemo, useState } from 'react';
import type { MerchantStore } from '#contract/catalogue/stores.ts';
import { MAX_POSITION } from '#contract/limits.ts';
import type { StoreChanges } from '#contract/merchant/store-changes.ts';
import { useMapOutline } from '#state/api/map-outline.ts';
import { useMapView } from '#state/api/towns.ts';
import { locateDevice } from '#state/device/geolocation.ts';
import { toast } from '#state/page/flash.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/fields/text-fields.tsx';
import { MarketMap } from '#ui/map/map.tsx';
import { SaveBar } from './save-bar.tsx';
import styles from './settings.module.css';
import { type PartProps, SettingsPage } from './settings-page.tsx';
import type { StoreFormPart } from './store-form.ts';
import { useStoreForm } from './use-store-form.ts';

/** Around a known position; without one the whole market is shown. */
const NEAR_ZOOM = 10;

interface PositionValues {
  geoCoordinates: { latitude: string; longitude: string };
}

/** Rounded to about a metre. */
const degreesToInput = (degrees: number) => String(Number(degrees.toFixed(5))).replace('.', ',');
const degreesOf = (typed: string) => {
  const text = typed.trim().replace(',', '.');
  return /^-?\d{1,3}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
};
/** '49.159, 5.384', '49,159; 5,384', '49.159 5.384', as copied from maps; null if invalid. */
export function pairOf(typed: string): { latitude: number; longitude: number } | null {
  const parts = typed.trim().split(typed.includes('.') ? /\s*[,;]\s*|\s+/ : /\s*;\s*|,?\s+/);
  const [latitude = Number.NaN, longitude = Number.NaN, ...more] = parts.map(degreesOf);
  const isPair = more.length === 0 && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPair ? { latitude, longitude } : null;
}
const isDegrees = (most: number) => (typed: string) => Math.abs(degreesOf(typed)) <= most || 'Position incorrecte.';

const positionToInput = (place: { latitude: number; longitude: number } | null) => ({
  latitude: place ? degreesToInput(place.latitude) : '',
  longitude: place ? degreesToInput(place.longitude) : '',
});
const valuesOf = ({ geoCoordinates }: MerchantStore): PositionValues => ({
  geoCoordinates: positionToInput(geoCoordinates),
});
const changesOf = ({ geoCoordinates: { latitude, longitude } }: PositionValues): StoreChanges => ({
  geoCoordinates: { latitude: degreesOf(latitude), longitude: degreesOf(longitude) },
});
const words = {
  saved: 'Position du magasin mise à jour',
  failed: "La position du magasin n'a pas pu être mise à jour",
};

export const positionPart: StoreFormPart<PositionValues> = { draft: 'boutique position', valuesOf, changesOf };

export function PositionPage({ storeId }: { storeId: string }) {
  return (
    <SettingsPage
      storeId={storeId}
      page="merchantPosition"
      title="Position du magasin"
      lead="Faites glisser le repère jusqu’à votre porte : c’est de là que vos clients comptent la distance."
    >
      {(part) => <PositionForm {...part} />}
    </SettingsPage>
  );
}

function PositionForm(part: PartProps) {
  const outline = useMapOutline();
  const market = useMapView();
  const { form, submit, bar } = useStoreForm(positionPart, part, words);
  const { register, formState, setValue, watch } = form;
  const errors = formState.errors.geoCoordinates;
  const { id, name, slug, geoCoordinates } = part.shown.store;
  const [center] = useState(geoCoordinates ?? market.center);
  const [typedLatitude, typedLongitude] = watch(['geoCoordinates.latitude', 'geoCoordinates.longitude']);
  const [latitude, longitude] = [degreesOf(typedLatitude), degreesOf(typedLongitude)];
  const places = useMemo(() => {
    const isKnown = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    return [{ id, name, slug, ...(isKnown ? { latitude, longitude } : market.center) }];
  }, [id, name, slug, latitude, longitude, market.center]);
  const move = (to: { latitude: number; longitude: number }) => {
    const options = { shouldDirty: true, shouldValidate: true };
    setValue('geoCoordinates.latitude', degreesToInput(to.latitude), options);
    setValue('geoCoordinates.longitude', degreesToInput(to.longitude), options);
  };
  // Submitting without input confirms the pin at its initial place.
  const confirm = (event: FormEvent) => {
    if (typedLatitude === '' && typedLongitude === '') move(market.center);
    return submit(event);
  };
  const locate = async () => {
    const found = await locateDevice();
    if (found.status === 'known') move(found.position);
    else toast('Cet appareil n’a pas pu déterminer sa position.', 'error');
  };
  return (
    <form className={styles.form} onSubmit={confirm} noValidate aria-label="Position du magasin">
      <MarketMap
        label="Position du magasin"
        places={places}
        center={center}
        zoom={geoCoordinates ? NEAR_ZOOM : Math.min(NEAR_ZOOM, market.zoom)}
        marked={id}
        onMove={move}
        outline={outline}
        tall
      />
      <fieldset className={styles.card}>
        <legend>Coordonnées</legend>
        <Button variant="secondary" icon="pin" className={styles.add} onClick={() => void locate()}>
          Utiliser ma position
        </Button>
        <div className={styles.pairs}>
          <TextField
            label="Latitude"
            hint="Collez ici les deux coordonnées d’une carte&nbsp;: elles seront réparties."
            unit="°"
            maxLength={MAX_POSITION}
            autoComplete="off"
            error={errors?.latitude?.message}
            {...register('geoCoordinates.latitude', {
              validate: isDegrees(90),
              onChange: ({ target }) => {
                const pair = pairOf(target.value);
                if (pair) move(pair);
              },
            })}
          />
          <TextField
            label="Longitude"
            unit="°"
            maxLength={MAX_POSITION}
            autoComplete="off"
            error={errors?.longitude?.message}
            {...register('geoCoordinates.longitude', { validate: isDegrees(180) })}
          />
        </div>
      </fieldset>
      <SaveBar {...bar} label="Confirmer la nouvelle position" />
    </form>
  );
}
