import { A11y, Keyboard, Navigation, Zoom } from 'swiper/modules';
import { Swiper, SwiperSlide } from 'swiper/react';
import 'swiper/css';
import 'swiper/css/navigation';
import 'swiper/css/zoom';
import type { Image } from '#contract/values.ts';
import { Modal } from '#ui/modal.tsx';
import { pictureUrl } from '#ui/picture.tsx';
import styles from './swiper-lightbox.module.css';

const SLIDE_MS = 500;

interface LightboxProps {
  name: string;
  images: readonly Image[];
  /** Index of the picture that was tapped. */
  first: number;
  onClose: () => void;
}

/** All pictures large, one at a time, round and round; pinch or double tap to look closer. */
export default function ProductLightbox({ name, images, first, onClose }: LightboxProps) {
  return (
    <Modal open onClose={onClose} title={name} size="full">
      <Swiper
        className={styles.swiper}
        modules={[A11y, Keyboard, Navigation, Zoom]}
        loop={images.length > 1}
        speed={SLIDE_MS}
        initialSlide={first}
        navigation={images.length > 1}
        keyboard={{ enabled: true }}
        zoom
        a11y={{ prevSlideMessage: 'Photo précédente', nextSlideMessage: 'Photo suivante' }}
      >
        {images.map((image) => (
          <SwiperSlide key={image['@id']}>
            <div className="swiper-zoom-container">
              <img
                src={pictureUrl(image['1080_inset_path'])}
                srcSet={`${pictureUrl(image['720_inset_path'])} 720w, ${pictureUrl(image['1080_inset_path'])} 1080w`}
                sizes="100vw"
                alt={image.caption || name}
                className={styles.picture}
              />
            </div>
          </SwiperSlide>
        ))}
      </Swiper>
    </Modal>
  );
}
