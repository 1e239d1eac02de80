// A hook that films, and hands on each code that comes into sight. Guarantee: the camera is off as soon as the page is left,
// hidden, or has seen enough; why it gives no picture is said in one word.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { codeReader } from './code-reader.ts';

/** none: there is no camera, or the page may not ask for one. refused: by the person. busy: another program has it. */
export type CameraState = 'starting' | 'on' | 'none' | 'refused' | 'busy';

/** Between two looks, milliseconds: the tablet stays cool, and a code is read as it is held there. */
const PAUSE_MS = 120;

const WHY: Readonly<Record<string, CameraState>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

async function film(
  video: HTMLVideoElement,
  say: (state: CameraState) => void,
  see: (text: string) => void,
  left: AbortSignal,
) {
  const filming = navigator.mediaDevices?.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  if (!filming) return say('none');
  const stream = await filming.catch((failure: unknown) => {
    if (!left.aborted) say(WHY[failure instanceof Error ? failure.name : ''] ?? 'none');
    return null;
  });
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  };
  if (!stream || left.aborted) return stop();
  left.addEventListener('abort', stop);
  video.srcObject = stream;
  // Taken away while it films: unplugged, or given to a call.
  for (const track of stream.getTracks()) track.addEventListener('ended', () => !left.aborted && say('busy'));
  const read = await codeReader();
  await video.play().catch(() => undefined);
  if (left.aborted) return;
  say('on');
  while (!left.aborted) {
    const text = await read(video);
    if (text && !left.aborted) see(text);
    await pause();
  }
}

/** @param onCode called for each look at a code, also the same one again */
export function useCamera(onCode: (text: string) => void): {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const see = useRef(onCode);
  see.current = onCode;

  useEffect(() => {
    let left = new AbortController();
    const start = () => {
      if (!video.current || document.visibilityState === 'hidden') return;
      left = new AbortController();
      setState('starting');
      film(video.current, setState, (text) => see.current(text), left.signal).catch((failure) => {
        console.error(failure);
        setState('none');
      });
    };
    const followSight = () => {
      left.abort();
      start();
    };
    start();
    document.addEventListener('visibilitychange', followSight);
    return () => {
      document.removeEventListener('visibilitychange', followSight);
      left.abort();
    };
  }, []);
  return { video, state };
}
