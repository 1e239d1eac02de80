// Next step of an order; a handover with unchecked articles asks for confirmation.
import { type ReactNode, useState } from 'react';
import { generatePath } from 'react-router-dom';
import type { StoreOrder, StoreOrderItem } from '#contract/orders/store-orders.ts';
import { itemsLeft } from '#domain/orders/refunded-order.ts';
import type { MerchantAction } from '#domain/orders/store-order.ts';
import { paths } from '#paths';
import { linesToWeigh } from '#state/merchant-orders/weigh-args.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { WEIGH_ANCHOR } from './order-texts.ts';
import styles from './use-hand-over.module.css';
import { useOrderWrites } from './use-order-writes.ts';
import { usePicking } from './use-picking.ts';

interface HandOver {
  busy: boolean;
  /** 'collect': after a scan of the customer's code. */
  act(action: MerchantAction | 'collect'): void;
  /** Confirmation dialog while open; rendered next to the button. */
  question: ReactNode;
}

/**
 * Validates at once; marks as ready, ships or hands over at once if all articles are checked, else after a confirmation.
 * Articles sold by weight are weighed before.
 * @param onDone called when the step is at least saved on this device
 */
export function useHandOver(order: StoreOrder, onDone?: () => void): HandOver {
  const { busy, act } = useOrderWrites(order);
  const { isReady } = usePicking(order.id);
  const [asked, setAsked] = useState<Exclude<MerchantAction, 'validate'> | 'collect' | null>(null);
  // The articles of an order that is marked as ready were all packed, perhaps beside another device.
  const missing = order.readyAt ? [] : itemsLeft(order).filter((item) => !isReady(item['@id']));
  const toWeigh = linesToWeigh(order);
  const go = async (action: MerchantAction | 'collect') => {
    if (await act(action)) onDone?.();
  };
  return {
    busy,
    act(action) {
      if (action !== 'validate' && missing.length + toWeigh.length > 0) setAsked(action);
      else void go(action);
    },
    question:
      asked &&
      (toWeigh.length > 0 ? (
        <WeighFirst id={order.id} toWeigh={toWeigh.map(({ item }) => item)} onClose={() => setAsked(null)} />
      ) : (
        <Question
          missing={missing}
          onClose={() => setAsked(null)}
          onGoOn={() => {
            setAsked(null);
            void go(asked);
          }}
        />
      )),
  };
}

interface WeighFirstProps {
  /** Of the order. */
  id: number;
  toWeigh: readonly StoreOrderItem[];
  onClose(): void;
}

function WeighFirst({ id, toWeigh, onClose }: WeighFirstProps) {
  return (
    <Modal
      open
      onClose={onClose}
      title={toWeigh.length > 1 ? `${toWeigh.length} articles sont à peser` : 'Un article est à peser'}
      actions={
        <div className={styles.actions}>
          <LinkButton to={`${generatePath(paths.merchantOrder, { id: String(id) })}#${WEIGH_ANCHOR}`} onClick={onClose}>
            Peser
          </LinkButton>
          <Button variant="secondary" onClick={onClose}>
            Plus tard
          </Button>
        </div>
      }
    >
      <Articles items={toWeigh} />
    </Modal>
  );
}

interface QuestionProps {
  missing: readonly StoreOrderItem[];
  onClose(): void;
  onGoOn(): void;
}

function Question({ missing, onClose, onGoOn }: QuestionProps) {
  const some = missing.length > 1 ? `${missing.length} articles ne sont pas cochés` : 'Un article n’est pas coché';
  return (
    <Modal
      open
      onClose={onClose}
      title={some}
      actions={
        <div className={styles.actions}>
          <Button onClick={onGoOn}>Tout y est, continuer</Button>
          <Button variant="secondary" onClick={onClose}>
            Vérifier les articles
          </Button>
        </div>
      }
    >
      <Articles items={missing} />
    </Modal>
  );
}

function Articles({ items }: { items: readonly StoreOrderItem[] }) {
  return (
    <ul className={styles.missing}>
      {items.map(({ '@id': iri, product, quantity }) => (
        <li key={iri}>
          {quantity}&nbsp;× {product.name}
        </li>
      ))}
    </ul>
  );
}
