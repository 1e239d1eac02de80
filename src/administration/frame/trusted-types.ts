// Trusted Types policy of the administration: the only one that the Content-Security-Policy allows.
// Markup from strings is refused, except the empty line that react-admin writes below a field without a hint.

interface PolicyFactory {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): unknown;
}

const EMPTY_HINT = '&#8203;';

function refuse(): never {
  throw new TypeError('The administration makes no markup and no script out of text');
}

export function installTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  if (!trustedTypes || import.meta.env.DEV) return;
  trustedTypes.createPolicy('default', {
    createHTML: (text) => (text === EMPTY_HINT ? text : refuse()),
    createScript: refuse,
    createScriptURL: refuse,
  });
}
