// A hook that marks the pages of a demonstration market as one.
import { useEffect } from 'react';
import { useConfigurations } from '#state/api/configuration.ts';

/**
 * The server writes into a page whether the market is a demonstration. A frame kept on the device may be older than the
 * last start of the market: it follows what the market says now.
 */
export function useDemoMark(): void {
  const configurations = useConfigurations();
  useEffect(() => {
    // Empty while nobody has said.
    if (configurations.length === 0) return;
    const demo = configurations.some(({ key }) => key === 'demo');
    document.getElementById('demo')?.toggleAttribute('hidden', !demo);
  }, [configurations]);
}
