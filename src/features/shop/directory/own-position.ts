// The device's own position as a choice of the directory, with what is said while it is looked for or when it can't be had.
import { useEffect, useRef, useState } from 'react';
import { locateDevice } from '#state/device/geolocation.ts';
import { positionWords } from '#state/device/position-words.ts';
import { type DirectoryPlace, ownPlace } from './directory-place.ts';

/** Asks the device on each choice; an answer that comes after another choice is dropped. */
export function useOwnPosition(onPlace: (place: DirectoryPlace) => void, onLost: () => void) {
  const [state, setState] = useState<{ asking: boolean; word: string }>({ asking: false, word: '' });
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  return {
    ...state,
    leave() {
      turn.current += 1;
      setState({ asking: false, word: '' });
    },
    ask() {
      turn.current += 1;
      const mine = turn.current;
      setState({ asking: true, word: positionWords({ status: 'asked' }) });
      void locateDevice().then((answer) => {
        if (turn.current !== mine) return;
        if (answer.status === 'known') {
          setState({ asking: false, word: '' });
          onPlace(ownPlace(answer.position));
        } else {
          setState({ asking: false, word: positionWords(answer) });
          onLost();
        }
      });
    },
  };
}
