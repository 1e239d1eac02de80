// The page's one Trusted Types policy. The Content-Security-Policy lets no other exist: markup from strings is refused
// everywhere, and a script may only come from this site's own build.

interface PolicyRules {
  createHTML(input: string): string;
  createScript(input: string): string;
  createScriptURL(input: string): string;
}
interface PolicyFactory {
  defaultPolicy: unknown;
  createPolicy(name: string, rules: PolicyRules): unknown;
}

function refuse(): never {
  throw new TypeError('Étal makes no markup and no script out of text');
}

export function isOwnScript(address: string, page: string): boolean {
  const url = new URL(address, page);
  const ours = url.pathname === '/service-worker.js' || url.pathname.startsWith('/assets/');
  return url.origin === new URL(page).origin && ours;
}

export function installTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  // In development Vite injects styles and scripts its own way; browsers without Trusted Types rely on the CSP alone.
  if (!trustedTypes || trustedTypes.defaultPolicy || import.meta.env.DEV) return;
  trustedTypes.createPolicy('default', {
    createHTML: refuse,
    createScript: refuse,
    createScriptURL: (address) => (isOwnScript(address, location.href) ? address : refuse()),
  });
}
