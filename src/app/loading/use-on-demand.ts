// A hook that fetches the code of a part when it is first wanted.
import { type ComponentType, useEffect, useState } from 'react';

/**
 * A part that is seen only after something happened (a dialog, a prompt): its code comes then. Null until it is there; tried
 * again with the next wish when the network was away.
 */
export function useOnDemand<P>(load: () => Promise<ComponentType<P>>, wanted: boolean): ComponentType<P> | null {
  const [part, setPart] = useState<{ component: ComponentType<P> } | null>(null);
  useEffect(() => {
    if (!wanted || part) return;
    let left = false;
    load().then(
      (component) => left || setPart({ component }),
      (failure: unknown) => console.error(failure),
    );
    return () => {
      left = true;
    };
  }, [load, wanted, part]);
  return part?.component ?? null;
}
