// Dialogs about what the browser did to the data kept on this device.
import { dismissDeviceAlert, useDeviceAlerts } from '#state/page/device-alerts.ts';
import { Button } from '#ui/controls/button.tsx';
import styles from './prompts.module.css';

/** What the device has done to what was kept on it, and what helps. It stays until it was seen. */
export function DevicePrompts() {
  return useDeviceAlerts().map(({ trouble, text, reload }) => (
    <aside key={trouble} className={styles.prompt} role="alert">
      <p>{text}</p>
      {reload && <Button onClick={() => location.reload()}>Recharger</Button>}
      <Button variant="secondary" onClick={() => dismissDeviceAlert(trouble)}>
        {reload ? 'Plus tard' : 'J’ai vu'}
      </Button>
    </aside>
  ));
}
