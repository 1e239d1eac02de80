// Everything that is drawn over a page: dialogs, prompts, the waiting line and badge.
import { useEffect } from 'react';
import { takeOverFromFlash, useCartAddition, useCloseCartAddition } from '#state/page/flash.ts';
import { CartAddedDialog } from '#ui/shell/cart-added-dialog.tsx';
import { useDemoMark } from './demo-mark.ts';
import { DevicePrompts } from './device-alerts.tsx';
import { ImpersonationDialog } from './impersonation-dialog.tsx';
import { LeavingDialog } from './logout-dialog.tsx';
import { TrayDialog } from './pending-dialog.tsx';
import { WaitingBadge, WaitingLine } from './pending-indicators.tsx';
import styles from './prompts.module.css';
import { UpdatePrompt } from './update-prompt.tsx';

export { WaitingBadge, WaitingLine };

export interface OverlaysProps {
  trayShown: boolean;
  onTrayClose: () => void;
}

/** What comes over a page after something happened; its code comes on idle, apart from the first view. */
export function Overlays({ trayShown, onTrayClose }: OverlaysProps) {
  const addition = useCartAddition();
  const close = useCloseCartAddition();
  useDemoMark();
  useEffect(() => {
    if (addition) takeOverFromFlash();
  }, [addition]);
  return (
    <>
      <CartAddedDialog
        open={addition !== null}
        onClose={close}
        product={addition?.product}
        waiting={addition?.waiting}
      />
      <LeavingDialog />
      <ImpersonationDialog />
      <TrayDialog open={trayShown} onClose={onTrayClose} />
      <div className={styles.prompts}>
        <DevicePrompts />
        <UpdatePrompt />
      </div>
    </>
  );
}
