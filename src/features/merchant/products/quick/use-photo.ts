// The photo of the product that is being made: taken or chosen, made small, shown.
import { useEffect, useRef, useState } from 'react';
import { type Photo, photoOf } from '#state/device/photo.ts';

const unreadable = 'Cette photo n’a pas pu être lue\u00a0: choisissez une image JPEG, PNG ou WebP.';

export interface TakenPhoto {
  photo: Photo;
  /** Shows it as long as the page is there. */
  url: string;
}

export function usePhoto() {
  const [taken, setTaken] = useState<TakenPhoto | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const urls = useRef<string[]>([]);
  const turn = useRef(0);
  useEffect(() => {
    const held = urls.current;
    return () => {
      for (const url of held) URL.revokeObjectURL(url);
    };
  }, []);
  /** The last one taken counts. */
  const take = async (file: File | undefined): Promise<boolean> => {
    if (!file) return false;
    turn.current += 1;
    const own = turn.current;
    setBusy(true);
    setError(null);
    try {
      const photo = await photoOf(file);
      if (own !== turn.current) return false;
      const url = URL.createObjectURL(new Blob([photo.bytes], { type: photo.mime }));
      urls.current.push(url);
      setTaken({ photo, url });
      return true;
    } catch (failure) {
      console.warn(failure);
      if (own === turn.current) setError(unreadable);
      return false;
    } finally {
      if (own === turn.current) setBusy(false);
    }
  };
  const forget = () => {
    turn.current += 1;
    setTaken(null);
    setError(null);
    setBusy(false);
  };
  return { taken, error, busy, take, forget };
}
