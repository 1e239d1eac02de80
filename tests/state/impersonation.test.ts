import { describe, expect, it } from 'vitest';
import { readImpersonation } from '#state/session/impersonation.ts';

const pair = { token: 'a.b.c', refresh_token: 'r' };
const cookie = (value: unknown) => `theme=x; impersonation=${encodeURIComponent(JSON.stringify(value))}; y=1`;

describe('the cookie of an administrator who acts as someone', () => {
  it('is read as a pair of tokens', () => {
    expect(readImpersonation(cookie(pair))).toEqual({ name: 'impersonation', pair });
  });

  it('is taken away but offers nothing when it holds something else', () => {
    expect(readImpersonation(cookie({ token: 1 }))).toEqual({ name: 'impersonation', pair: null });
    expect(readImpersonation('impersonation=%zz')).toEqual({ name: 'impersonation', pair: null });
  });

  it('is none of the other cookies', () => {
    expect(readImpersonation('theme=impersonation; x=1')).toBeNull();
    expect(readImpersonation('')).toBeNull();
  });
});
