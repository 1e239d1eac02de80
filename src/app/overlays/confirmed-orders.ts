// Confirmed orders: an order that was placed offline and has arrived is announced once, with a link to it.
// Guarantee: it is announced to the user who placed it, in a visible page, also if it arrived while the app was closed.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { flash, flashMs } from '#state/page/flash.ts';
import { dismissWrite } from '#state/pending/pending-actions.ts';
import { useTray } from '#state/pending/pending-writes.ts';

const pagesWithCards: readonly string[] = [paths.waiting, paths.waitingOrder];

/** @param listed the dialog with the cards is open; a card that was visible is not announced again */
export function useConfirmedOrders(listed: boolean): void {
  const { decisions } = useTray();
  const { pathname } = useLocation();
  const confirmed = decisions.filter(({ tone }) => tone === 'success');
  const announced = useRef(new Set<string>());
  const isShown = listed || pagesWithCards.includes(pathname);
  const ids = confirmed.map(({ id }) => id).join(' ');
  // Rereads the list only when the ids change; the texts of an id do not.
  const current = useRef(confirmed);
  current.current = confirmed;
  useEffect(() => {
    if (ids === '') return;
    if (isShown) {
      for (const id of ids.split(' ')) announced.current.add(id);
      return;
    }
    const announce = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', announce);
      for (const { id, title, editTo } of current.current) {
        if (!announced.current.has(id)) flash(title, 'success', editTo ? { to: editTo, word: 'voir' } : undefined);
        announced.current.add(id);
        // Until then it may still be read, here or in another tab; an app closed before announces it again.
        setTimeout(() => void dismissWrite(id).catch(console.warn), flashMs);
      }
    };
    announce();
    document.addEventListener('visibilitychange', announce);
    return () => document.removeEventListener('visibilitychange', announce);
  }, [ids, isShown]);
}
