// What a person may read from the market of a page, asked for beside the page: its numbers are others in each market.
import type { Page } from '@playwright/test';
import { decodeToken } from '#api/session-token.ts';
import type { TokenContent } from '#contract/account/users.ts';
import { expect, password } from '../journey.ts';
import type { Account } from './ground.ts';

interface Asking {
  user: TokenContent;
  /** @param path under the endpoint */
  read<T>(path: string): Promise<T>;
}

export async function asks({ request }: Page, account: Account): Promise<Asking> {
  const headers = { Accept: 'application/ld+json', 'Content-Type': 'application/ld+json' };
  const login = await request.post('/api/login_check', { headers, data: { login: account, password } });
  const { token } = (await login.json()) as { token: string };
  const user = decodeToken(token);
  if (!user) throw new Error(`${account} could not log in: ${login.status()}`);
  return {
    user,
    async read(path) {
      const answer = await request.get(`/api${path}`, { headers: { ...headers, Authorization: `Bearer ${token}` } });
      expect(answer.status(), path).toBe(200);
      return answer.json();
    },
  };
}
