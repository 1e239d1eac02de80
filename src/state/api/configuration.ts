// The market's settings that a screen shows: its name, the event of the home page, its social links.
// Loaded once (carried by the first view) and the same for everyone.
import type { Configuration } from '#contract/catalogue/content.ts';
import { CONFIGURATION } from '#contract/reads.ts';
import { useApiQuery } from './query.ts';

const fallbackSiteName = 'Étal';

const none: Configuration[] = [];

/** All entries; empty while loading. */
export function useConfigurations(): Configuration[] {
  return useApiQuery(...CONFIGURATION).data?.['hydra:member'] ?? none;
}

/** The entry of that key; undefined while loading or when the market has none. */
export function useConfiguration(key: string): Configuration | undefined {
  return useConfigurations().find((entry) => entry.key === key);
}

export function useSiteName(): string {
  return useConfiguration('siteName')?.value || fallbackSiteName;
}
