// Row of the product list: picture, state, price, stock and actions.
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatCents } from '#domain/money.ts';
import { useWaitingPicture } from '#state/merchant/media.ts';
import type { ShownProduct } from '#state/merchant/product-views.ts';
import { toast } from '#state/page/flash.ts';
import { discardWrite } from '#state/pending/pending-actions.ts';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/controls/icon.tsx';
import { Modal } from '#ui/dialogs/modal.tsx';
import { Picture } from '#ui/media/picture.tsx';
import { StateBadge, WaitingBadge } from '#ui/text/age.tsx';
import { copyAddress, productAddress } from '../product-address.ts';
import { ProductIcon } from '../product-icon.tsx';
import styles from './product-row.module.css';
import { useProductWrites } from './use-product-writes.ts';

interface RowProps {
  product: ShownProduct;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}

export function MerchantProductRow({ product, chosen, onChoose }: RowProps) {
  const { id, name, published, waiting, inConflict, deletion } = product;
  const title = `produit-${id}`;
  if (deletion !== null) return <LeavingRow product={product} deletion={deletion} />;
  return (
    <li>
      <article className={styles.row} data-published={published || undefined} aria-labelledby={title}>
        <label className={styles.choose}>
          <input
            type="checkbox"
            className={styles.box}
            checked={chosen}
            onChange={(event) => onChoose(event.target.checked)}
          />
          <span className="visually-hidden">Choisir {name}</span>
        </label>
        <RowPicture product={product} />
        <div className={styles.what}>
          <h3 id={title} className={styles.name}>
            <Link to={productAddress(id)} className={styles.open}>
              {name}
            </Link>
          </h3>
          <p className={styles.states}>
            <StateBadge tone={published ? 'green' : 'quiet'}>{published ? 'Publié' : 'Masqué'}</StateBadge>
            {waiting.length > 0 && <WaitingBadge />}
            {inConflict && <StateBadge tone="brick">à vérifier</StateBadge>}
          </p>
        </div>
        <div className={styles.figures}>
          <p className={styles.price}>
            <PriceWords product={product} />
          </p>
          <p className={styles.stock}>
            <StockWords stock={product.stock} />
          </p>
        </div>
        <RowActions product={product} />
      </article>
    </li>
  );
}

/** From the server or from a pending upload. */
function RowPicture({ product: { image, upload } }: { product: ShownProduct }) {
  const waitingPicture = useWaitingPicture(upload);
  if (waitingPicture === null) return <Picture image={image} alt="" sizes="72px" className={styles.picture} />;
  return (
    <img className={`${styles.picture} ${styles.waitingPicture}`} src={waitingPicture} alt="" width={72} height={72} />
  );
}

function PriceWords({ product }: { product: ShownProduct }) {
  const { price, reducedPrice, indicativePrice, priceDisabled } = product;
  if (priceDisabled) return <span className={styles.quiet}>Pas de prix</span>;
  if (price === null) return <span className={styles.quiet}>Prix à indiquer</span>;
  if (reducedPrice !== null) {
    return (
      <>
        <span className="visually-hidden">Prix réduit&nbsp;: </span>
        <strong className={styles.reduced}>{formatCents(reducedPrice)}</strong>{' '}
        <s className={styles.quiet}>{formatCents(price)}</s>
      </>
    );
  }
  return (
    <>
      {indicativePrice && <span className={styles.quiet}>à partir de </span>}
      <strong>{formatCents(price)}</strong>
    </>
  );
}

function StockWords({ stock }: { stock: number | null }) {
  if (stock === null) return <span className={styles.quiet}>stock non géré</span>;
  if (stock <= 0) return <span className={styles.out}>rupture de stock</span>;
  return <>{stock} en stock</>;
}

function RowActions({ product }: { product: ShownProduct }) {
  const { id, name, published, isNew } = product;
  const { busy, act } = useProductWrites(product);
  const [asking, setAsking] = useState(false);
  const ofIt = <span className="visually-hidden"> {name}</span>;
  return (
    <div className={styles.actions}>
      {published ? (
        <Button variant="secondary" busy={busy} onClick={() => act('hide')} className={styles.main}>
          <ProductIcon name="hidden" size={20} />
          <span>Masquer{ofIt}</span>
        </Button>
      ) : (
        <Button busy={busy} onClick={() => act('publish')} className={styles.main}>
          <ProductIcon name="eye" size={20} />
          <span>Publier{ofIt}</span>
        </Button>
      )}
      <LinkButton to={productAddress(id)} variant="secondary" className={styles.small} title="Modifier">
        <Icon name="edit" size={20} />
        <span className={styles.word}>Modifier{ofIt}</span>
      </LinkButton>
      {!isNew && (
        <LinkButton to={copyAddress(id)} variant="secondary" className={styles.small} title="Dupliquer">
          <ProductIcon name="copy" size={20} />
          <span className={styles.rare}>Dupliquer{ofIt}</span>
        </LinkButton>
      )}
      <Button variant="secondary" className={styles.small} title="Supprimer" onClick={() => setAsking(true)}>
        <Icon name="trash" size={20} />
        <span className={styles.rare}>Supprimer{ofIt}</span>
      </Button>
      <Modal
        open={asking}
        onClose={() => setAsking(false)}
        title={'Supprimer ce produit\u00a0?'}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Garder
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                void act('delete');
              }}
            >
              Supprimer
            </Button>
          </>
        }
      >
        <p>
          «&nbsp;{name}&nbsp;» disparaîtra de votre boutique. Les commandes qui le contiennent le gardent. Pour le
          retirer de la vente sans le perdre, masquez-le.
        </p>
      </Modal>
    </div>
  );
}

type Deletion = NonNullable<ShownProduct['deletion']>;

/** The deletion is sent on reconnect; until then it can be undone. */
function LeavingRow({ product: { name }, deletion }: { product: ShownProduct; deletion: Deletion }) {
  const keep = async () => {
    await discardWrite(deletion.id);
    toast('Suppression annulée');
  };
  return (
    <li>
      <article className={`${styles.row} ${styles.leaving}`}>
        <p className={styles.going}>
          <s>{name}</s> <WaitingBadge>suppression en attente d’envoi</WaitingBadge>
        </p>
        {deletion.canStay && (
          <Button variant="secondary" onClick={() => void keep()}>
            Annuler<span className="visually-hidden"> la suppression de {name}</span>
          </Button>
        )}
      </article>
    </li>
  );
}
