// DataSaverSwitch: 'Économiser les données', in the footer and the menu.
import { useContext } from 'react';
import { AppContext } from '../loading/app-context.tsx';
import { Switch } from './switch.tsx';

export function DataSaverSwitch() {
  const { sparing, onSparing } = useContext(AppContext);
  return (
    <Switch on={sparing} onChange={(on) => onSparing?.(on)}>
      Économiser les données
    </Switch>
  );
}
