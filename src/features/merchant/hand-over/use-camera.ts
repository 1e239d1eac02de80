// Camera hook: films and reports each code.
// Guarantee: the camera is off when the page is left or hidden, or after a result; a failure has a reason.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { codeReader } from './code-reader.ts';

/** none: no camera, or not allowed on this page. refused: by the user. busy: used by another program. */
export type CameraState = 'starting' | 'on' | 'none' | 'refused' | 'busy';

/** Interval between frames, milliseconds: low load, and fast enough for a held code. */
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
  onState: (state: CameraState) => void,
  see: (text: string) => void,
  left: AbortSignal,
) {
  const filming = navigator.mediaDevices?.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  if (!filming) return onState('none');
  const stream = await filming.catch((failure: unknown) => {
    if (!left.aborted) onState(WHY[failure instanceof Error ? failure.name : ''] ?? 'none');
    return null;
  });
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  };
  if (!stream || left.aborted) return stop();
  left.addEventListener('abort', stop);
  video.srcObject = stream;
  // The camera was unplugged or taken by a call.
  for (const track of stream.getTracks()) track.addEventListener('ended', () => !left.aborted && onState('busy'));
  const read = await codeReader();
  await video.play().catch(() => undefined);
  if (left.aborted) return;
  onState('on');
  while (!left.aborted) {
    const text = await read(video);
    if (text && !left.aborted) see(text);
    await pause();
  }
}

/** @param onCode called for every detection, repeated ones included */
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
