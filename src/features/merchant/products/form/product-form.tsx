// Product form: essentials, collapsible sections, and a fixed bar for saving.
import { useLayoutEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Button, LinkButton } from '#ui/controls/button.tsx';
import { FieldError } from '#ui/fields/fields.tsx';
import { productsAddress } from '../product-address.ts';
import { EssentialsSection } from './essentials-section.tsx';
import { useCategoryChoices } from './fields/category-choices.ts';
import { FoldedSection } from './folded-section.tsx';
import { OptionsSection } from './options-section.tsx';
import { PriceSection } from './price-section.tsx';
import styles from './product-form.module.css';
import { holdsOf, type SectionName, wrongSections } from './sections.ts';
import { SendingSection } from './sending-section.tsx';
import { SheetSection } from './sheet-section.tsx';
import { SpotlightSection } from './spotlight-section.tsx';
import { StockSection } from './stock-section.tsx';
import { type ProductFormProps, useProductForm } from './use-product-form.ts';

const titles: Readonly<Record<Exclude<SectionName, 'essentials'>, string>> = {
  price: 'Prix réduit, TVA',
  stock: 'Stock et disponibilité',
  options: 'Options',
  spotlight: 'Mise en avant',
  sheet: 'Fiche technique',
  sending: 'Livraison et vente',
};
const folded = Object.keys(titles) as (keyof typeof titles)[];

export function ProductForm(props: ProductFormProps) {
  const { form, submit, revert, isDirty, isSending, messages } = useProductForm(props);
  const { errors, submitCount } = form.formState;
  const categories = useCategoryChoices();
  const [open, setOpen] = useState<ReadonlySet<SectionName>>(new Set());
  const product = props.edited?.product;
  const known = product ? [product.technicalImage, ...product.images] : [];
  const wrong = wrongSections(errors);
  const holds = holdsOf(form.watch());
  const place = useRef<HTMLFormElement>(null);
  const reported = useRef(0);
  const count = Object.keys(errors).length > 0 && !isSending ? submitCount : 0;
  // A section with a mistake opens; the first mistake gets the focus, per attempt.
  useLayoutEffect(() => {
    if (count === 0 || reported.current === count) return;
    reported.current = count;
    for (const details of place.current?.querySelectorAll('details') ?? []) {
      if (details.querySelector('[aria-invalid]')) details.open = true;
    }
    place.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [count]);

  const parts: Record<keyof typeof titles, React.ReactNode> = {
    price: <PriceSection />,
    stock: <StockSection />,
    options: <OptionsSection />,
    spotlight: <SpotlightSection categories={categories} id={props.id} />,
    sheet: <SheetSection known={known} />,
    sending: <SendingSection />,
  };
  return (
    <FormProvider {...form}>
      <form ref={place} className={styles.form} onSubmit={submit} noValidate>
        <EssentialsSection categories={categories} known={known} />
        {folded.map((name) => (
          <FoldedSection
            key={name}
            title={titles[name]}
            holds={holds[name]}
            open={open.has(name)}
            wrong={wrong.includes(name)}
            onFold={(isOpen) =>
              setOpen((now) => new Set(isOpen ? [...now, name] : [...now].filter((one) => one !== name)))
            }
          >
            {parts[name]}
          </FoldedSection>
        ))}
        <FieldError text={messages.join(' ')} />
        <div className={styles.bar}>
          <p className={styles.draft} aria-live="polite">
            {isDirty && 'Pas encore enregistré, gardé sur cet appareil.'}
          </p>
          {isDirty ? (
            <Button variant="quiet" onClick={revert}>
              Tout reprendre
            </Button>
          ) : (
            <LinkButton variant="quiet" to={productsAddress()}>
              Retour aux produits
            </LinkButton>
          )}
          <Button type="submit" size="large" busy={isSending}>
            Enregistrer
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
