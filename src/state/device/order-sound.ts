// Order sound: a setting of this device, and two short notes from the Web Audio API.
// Guarantee: off by default; a browser that plays nothing is no error.
import { atom, useAtomValue } from 'jotai';
import { pageStore } from '../page/page-store.ts';
import { localItems } from '../page/web-storage.ts';

const soundAtom = atom(localItems.orderSound.get() === true);

export const useOrderSound = () => useAtomValue(soundAtom);

/** Plays it once when switched on, which also is the user gesture that browsers require. */
export function chooseOrderSound(on: boolean): void {
  localItems.orderSound.set(on);
  pageStore.set(soundAtom, on);
  if (on) ring();
}

let audio: AudioContext | null = null;

/** Frequency in hertz, start in seconds. */
const notes = [
  [784, 0],
  [1047, 0.14],
] as const;

function ring(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume().catch(() => undefined);
    // If playback is blocked, drop the sound; never queue it.
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
    // No audio device.
  }
}

/** Plays the sound for a new order, if it is on. */
export function ringForOrder(): void {
  if (pageStore.get(soundAtom)) ring();
}
