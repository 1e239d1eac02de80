// Whether the operator's role allows a call; false until that is known.
import { useEffect, useState } from 'react';
import type { AdministrationCall } from '#contract/administration/administration-registry.ts';
import { isAllowed } from '../session/current.ts';

export function useMayCall(name: AdministrationCall): boolean {
  const [may, setMay] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    isAllowed(name).then(
      (allowed) => isCurrent && setMay(allowed),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [name]);
  return may;
}
