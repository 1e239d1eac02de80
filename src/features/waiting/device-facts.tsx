// DeviceFacts: data stored on this device, with deletion.
import { countWithNoun } from '#domain/text/plural.ts';
import { formatSize } from '#domain/text/size.ts';
import { clearViewHistory, type DeviceFacts, useDeviceFacts } from '#state/device/device-facts.ts';
import { useToast } from '#state/page/flash.ts';
import { Button } from '#ui/controls/button.tsx';
import styles from './device-facts.module.css';
import { OfflineBundleList } from './offline-bundle-list.tsx';

const DURABLE: Readonly<Record<DeviceFacts['persistence'], string>> = {
  granted: 'Le navigateur s’est engagé à ne pas effacer ce qui attend.',
  refused: 'Si la place manque, le navigateur peut effacer ce qui est gardé. Installer l’application l’en empêche.',
  unknown: 'La conservation durable sera demandée avec la première modification en attente.',
};

/** Stored data of market and user, with deletion of the viewed pages. */
export default function DeviceFactsPanel() {
  const facts = useDeviceFacts();
  const toast = useToast();
  if (!facts) return null;
  const { viewedProducts, drafts, cachedAnswers, usage, persistence } = facts;
  const forget = async () => {
    await clearViewHistory();
    toast('Consultations effacées');
  };
  return (
    <section className={styles.panel} aria-labelledby="sur-cet-appareil">
      <h2 id="sur-cet-appareil">Sur cet appareil</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Consultations récentes</dt>
          <dd>
            {viewedProducts === 0 ? 'aucune' : countWithNoun(viewedProducts, 'produit')}
            {viewedProducts > 0 && (
              <Button variant="quiet" onClick={() => void forget()}>
                Effacer
              </Button>
            )}
          </dd>
        </div>
        <div>
          <dt>Saisies en cours</dt>
          <dd>{drafts === 0 ? 'aucune' : countWithNoun(drafts, 'formulaire')}</dd>
        </div>
        <div>
          <dt>Consultable sans réseau</dt>
          <dd>
            {cachedAnswers === 0
              ? 'les pages déjà vues'
              : `les pages déjà vues et ${countWithNoun(cachedAnswers, 'page')} de votre compte`}
          </dd>
        </div>
        {usage !== null && (
          <div>
            <dt>Espace utilisé</dt>
            <dd>{formatSize(usage)}</dd>
          </div>
        )}
      </dl>
      <OfflineBundleList />
      <p className={styles.note}>{DURABLE[persistence]}</p>
    </section>
  );
}
