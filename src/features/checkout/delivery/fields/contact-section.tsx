// Contact section: the shopper's name, phone and email, once for the whole order.
import { get, useFormContext, useWatch } from 'react-hook-form';
import { phoneRule } from '#contract/fields/phone.ts';
import { EmailField, TextField } from '#ui/fields/text-fields.tsx';
import { asksForPerson, type Contact, requiredAnd, requiredRule, type ShippingForm } from '../shipping-values.ts';
import styles from './contact-section.module.css';
import fields from './delivery-fields.module.css';

/** Shows only the fields that the chosen shipping types need. */
export function ContactSection() {
  const { register, formState, control } = useFormContext<ShippingForm>();
  const types = Object.values(useWatch({ control, name: 'parts' })).map(({ shippingType }) => shippingType);
  const errorOf = (field: keyof Contact): string | undefined => get(formState.errors, `contact.${field}.message`);
  const fieldProps = (field: keyof Contact) => ({
    error: errorOf(field),
    ...register(`contact.${field}`, { validate: field === 'phoneNumber' ? requiredAnd(phoneRule) : requiredRule }),
  });
  const forPerson = types.some(asksForPerson);
  const isByMail = types.includes('demat');
  return (
    <section className={styles.contact} aria-labelledby="contact">
      <h2 id="contact">Vos coordonnées</h2>
      {types.length > 1 && <p className={styles.quiet}>Une fois pour toutes les boutiques de la commande.</p>}
      {forPerson && (
        <div className={fields.pairs}>
          <TextField label="Prénom" autoComplete="given-name" {...fieldProps('firstName')} />
          <TextField label="Nom" autoComplete="family-name" {...fieldProps('lastName')} />
          <div className={fields.long}>
            <TextField label="Téléphone" type="tel" inputMode="tel" autoComplete="tel" {...fieldProps('phoneNumber')} />
          </div>
        </div>
      )}
      {isByMail && <EmailField hint="Votre achat y sera envoyé." {...fieldProps('email')} />}
    </section>
  );
}
