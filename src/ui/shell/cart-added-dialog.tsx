// Dialog 'Article ajouté au panier': the added article, and two ways on.
import { paths } from '#paths';
import { StoreDot } from '../catalogue/awning.tsx';
import { Button, LinkButton } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';
import { Modal } from '../dialogs/modal.tsx';
import { Picture } from '../media/picture.tsx';
import { WaitingBadge } from '../text/age.tsx';
import styles from './cart-added-dialog.module.css';
import type { CartAddedDialogProps } from './shell-interfaces.ts';

export function CartAddedDialog({ open, onClose, product, waiting = false }: CartAddedDialogProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Article ajouté au panier"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Continuer mon shopping
          </Button>
          <LinkButton to={paths.cart} onClick={onClose}>
            Voir mon panier
          </LinkButton>
        </>
      }
    >
      {product && (
        <div className={styles.line}>
          <Picture
            image={product.image}
            store={{ slug: product.storeSlug, name: product.storeName }}
            alt=""
            sizes="80px"
            eager
            className={styles.picture}
          />
          <div>
            <p className={styles.name}>{product.name}</p>
            <p className={styles.store}>
              <StoreDot slug={product.storeSlug} />
              {product.storeName}
            </p>
            {waiting && <WaitingBadge />}
            <p className={styles.added}>
              <Icon name="check" size={18} />
              Produit ajouté au panier
            </p>
          </div>
        </div>
      )}
    </Modal>
  );
}
