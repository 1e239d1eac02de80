// Technical sheet of a product.
import type { Product } from '#contract/catalogue/products.ts';
import type { Image } from '#contract/fields/values.ts';
import { pictureUrl, useMissingPicture } from '#ui/media/picture.tsx';
import { PlainText } from '#ui/text/markdown.tsx';
import { Section } from '#ui/text/section.tsx';
import styles from './technical-sheet.module.css';

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
        {technicalImage && <Sheet image={technicalImage} product={product} />}
      </div>
    </Section>
  );
}

function Sheet({ image, product }: { image: Image; product: Product }) {
  const { missing, teller } = useMissingPicture();
  const words = image.caption || `Fiche technique\u00a0: ${product.name}`;
  if (missing) return <p className={styles.none}>{words}</p>;
  return (
    <img
      {...teller}
      src={pictureUrl(image['480_inset_portrait_path'] ?? image['480_inset_path'])}
      alt={words}
      width={480}
      height={640}
      loading="lazy"
      decoding="async"
      className={styles.sheet}
    />
  );
}
