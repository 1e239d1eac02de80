// Hook for the mark of a demonstration market.
import { useEffect } from 'react';
import { useConfigurations } from '#state/api/configuration.ts';

/** A cached page frame may have an old mark, so it follows the current configuration. */
export function useDemoMark(): void {
  const configurations = useConfigurations();
  useEffect(() => {
    // Empty while loading.
    if (configurations.length === 0) return;
    const demo = configurations.some(({ key }) => key === 'demo');
    document.getElementById('demo')?.toggleAttribute('hidden', !demo);
  }, [configurations]);
}
