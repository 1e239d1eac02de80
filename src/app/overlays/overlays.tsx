// Overlays: dialogs, prompts, and the pending line and badge.
import { useEffect } from 'react';
import { takeOverFromFlash, useCartAddition, useCloseCartAddition } from '#state/page/flash.ts';
import { CartAddedDialog } from '#ui/shell/cart-added-dialog.tsx';
import { useConfirmedOrders } from './confirmed-orders.ts';
import { useDemoMark } from './demo-mark.ts';
import { DeviceAlerts } from './device-alerts.tsx';
import { ImpersonationDialog } from './impersonation-dialog.tsx';
import { LogoutDialog } from './logout-dialog.tsx';
import { PendingDialog } from './pending-dialog.tsx';
import { PendingBadge, PendingLine } from './pending-indicators.tsx';
import styles from './prompts.module.css';
import { UpdatePrompt } from './update-prompt.tsx';

export { PendingBadge as WaitingBadge, PendingLine as WaitingLine };

export interface OverlaysProps {
  trayShown: boolean;
  onTrayClose: () => void;
}

/** Loaded on idle, apart from the first view. */
export function Overlays({ trayShown, onTrayClose }: OverlaysProps) {
  const addition = useCartAddition();
  const close = useCloseCartAddition();
  useDemoMark();
  useConfirmedOrders(trayShown);
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
      <LogoutDialog />
      <ImpersonationDialog />
      <PendingDialog open={trayShown} onClose={onTrayClose} />
      <div className={styles.prompts}>
        <DeviceAlerts />
        <UpdatePrompt />
      </div>
    </>
  );
}
