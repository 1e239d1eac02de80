// CropArea: the crop frame over a picture (react-easy-crop), for finger, mouse, wheel or arrow keys.
import 'react-easy-crop/react-easy-crop.css';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import type { PictureArea } from '#state/device/photo.ts';
import styles from './crop-step.module.css';

const MOST_ZOOM = 4;
const KEY_STEP = 8;

export interface CropAreaProps {
  url: string;
  /** Width to height. */
  aspect: number;
  onArea: (area: PictureArea) => void;
}

export default function CropArea({ url, aspect, onArea }: CropAreaProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <>
      <div className={styles.stage}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          aspect={aspect}
          maxZoom={MOST_ZOOM}
          keyboardStep={KEY_STEP}
          disableAutomaticStylesInjection
          cropperProps={{ role: 'application', 'aria-label': 'Cadre\u00a0: déplacez-le avec les flèches' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => onArea(pixels)}
        />
      </div>
      <label className={styles.zoom}>
        <span>Zoom</span>
        <input
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
        />
      </label>
    </>
  );
}
