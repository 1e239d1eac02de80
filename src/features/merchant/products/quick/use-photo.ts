// usePhoto: takes or chooses the photo of a new product, shrinks and shows it.
import { useEffect, useRef, useState } from 'react';
import { type Photo, shrinkPhoto } from '#state/device/photo.ts';

const unreadable = 'Cette photo n’a pas pu être lue\u00a0: choisissez une image JPEG, PNG ou WebP.';

export interface CapturedPhoto {
  photo: Photo;
  /** Preview URL, valid while the page is open. */
  url: string;
}

export function usePhoto() {
  const [captured, setCaptured] = useState<CapturedPhoto | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const urls = useRef<string[]>([]);
  const latestCall = useRef(0);
  useEffect(() => {
    const allUrls = urls.current;
    return () => {
      for (const url of allUrls) URL.revokeObjectURL(url);
    };
  }, []);
  /** The latest photo counts. */
  const take = async (file: File | undefined): Promise<boolean> => {
    if (!file) return false;
    latestCall.current += 1;
    const call = latestCall.current;
    setBusy(true);
    setError(null);
    try {
      const photo = await shrinkPhoto(file);
      if (call !== latestCall.current) return false;
      const url = URL.createObjectURL(new Blob([photo.bytes], { type: photo.mime }));
      urls.current.push(url);
      setCaptured({ photo, url });
      return true;
    } catch (failure) {
      console.warn(failure);
      if (call === latestCall.current) setError(unreadable);
      return false;
    } finally {
      if (call === latestCall.current) setBusy(false);
    }
  };
  const reset = () => {
    latestCall.current += 1;
    setCaptured(null);
    setError(null);
    setBusy(false);
  };
  return { captured, error, busy, take, reset };
}
