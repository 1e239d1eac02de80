// Device alerts: messages about the data on this device.
import { dismissDeviceAlert, useDeviceAlerts } from '#state/page/device-alerts.ts';
import { Button } from '#ui/controls/button.tsx';
import styles from './prompts.module.css';

/** Each stays until it is dismissed. */
export function DeviceAlerts() {
  return useDeviceAlerts().map(({ trouble, text, reload }) => (
    <aside key={trouble} className={styles.prompt} role="alert">
      <p>{text}</p>
      {reload && <Button onClick={() => location.reload()}>Recharger</Button>}
      <Button variant="secondary" onClick={() => dismissDeviceAlert(trouble)}>
        {reload ? 'Plus tard' : 'OK'}
      </Button>
    </aside>
  ));
}
