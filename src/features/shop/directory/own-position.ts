// useOwnPosition: the device's position as a choice of the directory, with progress and error messages.
import { useEffect, useRef, useState } from 'react';
import { locateDevice } from '#state/device/geolocation.ts';
import { positionMessage } from '#state/device/position-messages.ts';
import { type DirectoryPlace, ownPlace } from './directory-place.ts';

/** Requests the position on each choice; an answer after another choice is dropped. */
export function useOwnPosition(onPlace: (place: DirectoryPlace) => void) {
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
      setState({ asking: true, word: positionMessage({ status: 'asked' }) });
      void locateDevice().then((answer) => {
        if (turn.current !== mine) return;
        if (answer.status === 'known') {
          setState({ asking: false, word: '' });
          onPlace(ownPlace(answer.position));
        } else setState({ asking: false, word: positionMessage(answer) });
      });
    },
  };
}
