// ProductLightbox: full-size pictures of a product.
import type { Image } from '#contract/fields/values.ts';
import { Modal } from '#ui/dialogs/modal.tsx';
import { Picture, pictureUrl, useMissingPicture } from '#ui/media/picture.tsx';
import { Slideshow } from '#ui/media/slideshow.tsx';
import styles from './product-lightbox.module.css';

interface LightboxProps {
  name: string;
  images: readonly Image[];
  /** Index of the picture that was tapped. */
  first: number;
  onClose: () => void;
}

/** One picture at a time, in a loop. */
export default function ProductLightbox({ name, images, first, onClose }: LightboxProps) {
  return (
    <Modal open onClose={onClose} title={name} size="full">
      <div className={styles.frame}>
        <Slideshow
          label={`Grandes photos de ${name}`}
          first={first}
          large
          slides={images.map((image) => ({
            key: image['@id'],
            caption: image.caption,
            content: <Slide image={image} words={image.caption || name} />,
          }))}
        />
      </div>
    </Modal>
  );
}

/** The large size; without a network the small one, which the page behind has shown. */
function Slide({ image, words }: { image: Image; words: string }) {
  const { missing, small, teller } = useMissingPicture();
  if (missing) return <Picture image={image} alt={words} shape="whole" sizes="240px" className={styles.small} />;
  return (
    <img
      {...teller}
      className={styles.picture}
      src={pictureUrl(image['1080_inset_path'])}
      srcSet={`${pictureUrl(image['720_inset_path'])} ${small ? 2160 : 720}w, ${pictureUrl(image['1080_inset_path'])} ${small ? 3240 : 1080}w`}
      sizes="100vw"
      loading="lazy"
      alt={words}
    />
  );
}
