// OrderSteps: the three steps of the checkout, visible through its login.
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#paths';
import { Icon } from '../controls/icon.tsx';
import styles from './order-steps.module.css';

const STEPS = [
  { name: 'Mon Panier', to: paths.cart, segments: ['panier'] },
  {
    name: 'Retrait / Livraison',
    to: paths.shipping,
    segments: ['livraison', 'connexion', 'inscription', 'forgot_password'],
  },
  { name: 'Paiement', to: null, segments: ['paiement', 'confirmer', 'paiement-a-la-livraison', 'en-attente'] },
] as const;

/** Current step by the second path segment; the cart is reachable from delivery. */
export function OrderSteps() {
  const segment = useLocation().pathname.split('/')[2] ?? '';
  const current = STEPS.findIndex((step) => step.segments.some((each) => each === segment));
  return (
    <nav aria-label="Étapes de la commande">
      <ol className={styles.steps}>
        {STEPS.map((step, index) => {
          const done = index < current;
          // No way back after the payment.
          const back = done && current < 2 ? step.to : null;
          const words = (
            <>
              <span className={styles.number} aria-hidden={done || undefined}>
                {done ? <Icon name="check" size={18} /> : index + 1}
              </span>
              <span className={styles.name}>{step.name}</span>
            </>
          );
          return (
            <li
              key={step.name}
              className={styles.step}
              data-state={index === current ? 'current' : done ? 'done' : 'next'}
              aria-current={index === current ? 'step' : undefined}
            >
              {back === null ? <span>{words}</span> : <Link to={back}>{words}</Link>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
