// DataSaverSwitch: 'Économiser les données', for the foot of the page and the menu.
import { useContext } from 'react';
import { Surroundings } from '../loading/app-context.tsx';
import { Switch } from './switch.tsx';

export function DataSaverSwitch() {
  const { sparing, onSparing } = useContext(Surroundings);
  return (
    <Switch on={sparing} onChange={(on) => onSparing?.(on)}>
      Économiser les données
    </Switch>
  );
}
