// What this device keeps, and how to have it forgotten.
import { counted } from '#domain/text/plural.ts';
import { formatSize } from '#domain/text/size.ts';
import { type DeviceFacts, forgetSeen, useDeviceFacts } from '#state/device/device-facts.ts';
import { useToast } from '#state/page/flash.ts';
import { Button } from '#ui/controls/button.tsx';
import styles from './device-facts.module.css';
import { TakenList } from './offline-bundle-list.tsx';

const DURABLE: Readonly<Record<DeviceFacts['persistence'], string>> = {
  granted: 'Le navigateur s’est engagé à ne pas effacer ce qui attend.',
  refused: 'Si la place manque, le navigateur peut effacer ce qui est gardé. Installer l’application l’en empêche.',
  unknown: 'La conservation durable sera demandée avec le premier changement qui attend.',
};

/** What this device keeps of the market and of its user, and how to have what was looked at forgotten. */
export default function DeviceFactsPanel() {
  const facts = useDeviceFacts();
  const toast = useToast();
  if (!facts) return null;
  const { seen, drafts, kept, usage, persistence } = facts;
  const forget = async () => {
    await forgetSeen();
    toast('Consultations effacées');
  };
  return (
    <section className={styles.panel} aria-labelledby="sur-cet-appareil">
      <h2 id="sur-cet-appareil">Sur cet appareil</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Consultations récentes</dt>
          <dd>
            {seen === 0 ? 'aucune' : counted(seen, 'produit')}
            {seen > 0 && (
              <Button variant="quiet" onClick={() => void forget()}>
                Effacer
              </Button>
            )}
          </dd>
        </div>
        <div>
          <dt>Saisies commencées</dt>
          <dd>{drafts === 0 ? 'aucune' : counted(drafts, 'formulaire')}</dd>
        </div>
        <div>
          <dt>Lisible sans réseau</dt>
          <dd>
            {kept === 0 ? 'les pages déjà vues' : `les pages déjà vues et ${counted(kept, 'page')} de votre compte`}
          </dd>
        </div>
        {usage !== null && (
          <div>
            <dt>Place occupée</dt>
            <dd>{formatSize(usage)}</dd>
          </div>
        )}
      </dl>
      <TakenList />
      <p className={styles.note}>{DURABLE[persistence]}</p>
    </section>
  );
}
