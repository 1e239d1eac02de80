// Trusted Types policy: the only one that the Content-Security-Policy allows.
// Markup from strings is refused, and scripts may come only from this site's build.

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
  const isAppFile = url.pathname === '/service-worker.js' || url.pathname.startsWith('/assets/');
  return url.origin === new URL(page).origin && isAppFile;
}

export function installTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  // Vite needs more in development; browsers without Trusted Types rely on the CSP.
  if (!trustedTypes || trustedTypes.defaultPolicy || import.meta.env.DEV) return;
  trustedTypes.createPolicy('default', {
    createHTML: refuse,
    createScript: refuse,
    createScriptURL: (address) => (isOwnScript(address, location.href) ? address : refuse()),
  });
}
