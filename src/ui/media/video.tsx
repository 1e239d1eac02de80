// Video: a store's YouTube video; no request to YouTube before a tap.
//   <Video id={store.youtubeVideoId} name={store.name} />
import { useState } from 'react';
import { Drawing } from '../controls/icon.tsx';
import styles from './video.module.css';

const VIDEO_ID = /^[A-Za-z0-9_-]{6,20}$/;

export function Video({ id, name }: { id: string; name: string }) {
  const [playing, setPlaying] = useState(false);
  if (!VIDEO_ID.test(id)) return null;
  if (!playing) {
    return (
      <button type="button" className={styles.video} onClick={() => setPlaying(true)}>
        <Drawing d="M8 5.5v13l10.5-6.5L8 5.5Z" size={48} />
        <span>Voir la vidéo de {name}</span>
      </button>
    );
  }
  return (
    <iframe
      className={styles.video}
      src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1`}
      title={`Vidéo de ${name}`}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
