import type { Product } from '#contract/products.ts';
import { PlainText } from '#ui/markdown.tsx';
import { pictureUrl } from '#ui/picture.tsx';
import { Section } from '#ui/section.tsx';
import styles from './technical-part.module.css';

export function TechnicalPart({ product }: { product: Product }) {
  const { technicalText, technicalImage, technicalAttributes } = product;
  if (technicalText === '' && technicalImage === null && technicalAttributes.length === 0) return null;
  return (
    <Section title="Caractéristiques">
      <div className={styles.part}>
        <div className={styles.words}>
          {technicalText !== '' && <PlainText text={technicalText} />}
          {technicalAttributes.length > 0 && (
            <dl className={styles.attributes}>
              {technicalAttributes.map((attribute) => (
                <div key={attribute.name}>
                  <dt>{attribute.name}</dt>
                  <dd>{attribute.value}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
        {technicalImage && (
          <img
            src={pictureUrl(technicalImage['480_inset_portrait_path'] ?? technicalImage['480_inset_path'])}
            alt={technicalImage.caption || `Fiche technique : ${product.name}`}
            width={480}
            height={640}
            loading="lazy"
            decoding="async"
            className={styles.sheet}
          />
        )}
      </div>
    </Section>
  );
}
