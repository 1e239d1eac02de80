// Market configuration: site name, event of the home page, social links.
// Loaded once, with the first view.
import type { Configuration } from '#contract/catalogue/content.ts';
import { CONFIGURATION } from '#contract/reads.ts';
import { siteNameOf } from '#domain/site-name.ts';
import { useApiQuery } from './query.ts';

const none: Configuration[] = [];

/** All entries; empty while loading. */
export function useConfigurations(): Configuration[] {
  return useApiQuery(...CONFIGURATION).data?.['hydra:member'] ?? none;
}

/** The entry of a key; undefined while loading, or if there is none. */
export function useConfiguration(key: string): Configuration | undefined {
  return useConfigurations().find((entry) => entry.key === key);
}

/** The market's slogan; '' without one. */
export function useTagline(): string {
  return useConfiguration('tagline')?.value ?? '';
}

export function useSiteName(): string {
  return siteNameOf(useConfiguration('siteName')?.value);
}
