// Whether a new order is heard on this device, and its sound: two short notes made by the browser itself.
// Guarantee: silent until somebody has turned it on here; a browser that plays nothing (no tap yet, no sound) is no failure.
import { atom, useAtomValue } from 'jotai';
import { pageStore } from '../page/page-store.ts';
import { saved } from '../page/web-storage.ts';

const soundAtom = atom(saved.orderSound.get() === true);

export const useOrderSound = () => useAtomValue(soundAtom);

/** Turned on, it is heard once: that is also the tap without which browsers play nothing. */
export function chooseOrderSound(on: boolean): void {
  saved.orderSound.set(on);
  pageStore.set(soundAtom, on);
  if (on) ring();
}

let audio: AudioContext | null = null;

/** Hertz, and when it begins, seconds. */
const notes = [
  [784, 0],
  [1047, 0.14],
] as const;

function ring(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume().catch(() => undefined);
    // What cannot be heard now is not kept for later.
    if (audio.state === 'closed') return;
    for (const [frequency, after] of notes) {
      const [tone, volume, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after];
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.0001, at);
      volume.gain.exponentialRampToValueAtTime(0.3, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.35);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.4);
    }
  } catch {
    // There is nothing here to play it.
  }
}

/** For a new order, where that was chosen. */
export function ringForOrder(): void {
  if (pageStore.get(soundAtom)) ring();
}
