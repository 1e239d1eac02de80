// The device's own position as a choice of the directory, with what is said while it is looked for or when it can't be had.
import { useEffect, useRef, useState } from 'react';
import { locateDevice } from '#state/device/geolocation.ts';
import { type DirectoryPlace, ownPlace } from './directory-place.ts';

/** By the code of the Geolocation API. */
const NOT_FOUND: Record<number, string> = {
  1: 'Votre position n’est pas partagée avec ce site. Choisissez une ville, ou autorisez la position dans les réglages du navigateur.',
  3: 'Votre position tarde à venir. Choisissez une ville, ou réessayez dans un instant.',
};
const NOT_AVAILABLE = 'Votre appareil ne donne pas sa position. Choisissez une ville.';
const ASKING = 'Recherche de votre position…';

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
      setState({ asking: true, word: ASKING });
      void locateDevice().then((answer) => {
        if (turn.current !== mine) return;
        if (answer.status === 'known') {
          setState({ asking: false, word: '' });
          onPlace(ownPlace(answer.position));
        } else {
          const word = answer.status === 'failed' ? NOT_FOUND[answer.code] : undefined;
          setState({ asking: false, word: word ?? NOT_AVAILABLE });
          onLost();
        }
      });
    },
  };
}
