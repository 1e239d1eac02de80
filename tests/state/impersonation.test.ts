import { describe, expect, it } from 'vitest';
import { readImpersonation } from '#state/session/impersonation.ts';

const pair = { token: 'a.b.c', refresh_token: 'r' };
const cookie = (value: unknown) => `theme=x; impersonation=${encodeURIComponent(JSON.stringify(value))}; y=1`;

describe('the cookie of an impersonating administrator', () => {
  it('is read as a pair of tokens', () => {
    expect(readImpersonation(cookie(pair), 'http:')).toEqual({ name: 'impersonation', pair });
  });

  it('is deleted without an offer if its content is invalid', () => {
    expect(readImpersonation(cookie({ token: 1 }), 'http:')).toEqual({ name: 'impersonation', pair: null });
    expect(readImpersonation('impersonation=%zz', 'http:')).toEqual({ name: 'impersonation', pair: null });
  });

  it('needs the prefix over https, so that no neighbour on a subdomain can plant it', () => {
    expect(readImpersonation(cookie(pair), 'https:')).toBeNull();
    const own = `${cookie({ token: 1 })}; __Host-${cookie(pair).replace('theme=x; ', '')}`;
    expect(readImpersonation(own, 'https:')).toEqual({ name: '__Host-impersonation', pair });
  });

  it('is none of the other cookies', () => {
    expect(readImpersonation('theme=impersonation; x=1', 'http:')).toBeNull();
    expect(readImpersonation('', 'http:')).toBeNull();
  });
});
