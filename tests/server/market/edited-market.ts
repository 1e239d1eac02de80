// A market whose operator is logged in, with a copy of the example folder beside it.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Collection, ErrorBody } from '#contract/wire/hydra.ts';
import { exportMarketTo } from '#server/market/export/export.ts';
import { checkFolder } from '#server/market/folder/check.ts';
import { type ImportParts, planImport, runImport } from '#server/market/import.ts';
import { makeUser } from '../../support/builders.ts';
import { startTestMarket } from '../../support/test-server.ts';

const example = fileURLToPath(new URL('../../../docs/market-example', import.meta.url));

export type EditedMarket = Awaited<ReturnType<typeof startEditedMarket>>;

export async function startEditedMarket() {
  const market = await startTestMarket();
  const admin = await makeUser(market.db, { roles: ['ROLE_USER', 'ROLE_ADMIN'] });
  const token = await market.login(admin.email);
  const parent = mkdtempSync(join(tmpdir(), 'etal-content-'));
  const folder = join(parent, 'market');
  cpSync(example, folder, { recursive: true });

  async function importFrom(from: string, options: Partial<ImportParts> = {}) {
    const described = await checkFolder(from);
    const parts = { db: market.db, storage: market.app.market.storage, now: new Date(), ...options };
    const plan = await planImport(described, parts);
    await runImport(plan, described, parts);
    return plan;
  }
  const call = <T = ErrorBody>(method: string, path: string, body?: object) =>
    market.inject<T>(method, `/api/administration${path}`, { token, ...(body && { body }) });

  return {
    market,
    token,
    folder,
    call,
    list: async <T>(path: string) => (await call<Collection<T>>('GET', path)).body['hydra:member'],
    runFolder: (options?: Partial<ImportParts>) => importFrom(folder, options),
    /** Exports the market, and imports that folder. */
    async runExport() {
      const exported = join(parent, 'exported');
      await exportMarketTo(exported, market.db, market.app.market.storage);
      return importFrom(exported);
    },
    write(file: string, change: (text: string) => string) {
      writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
    },
    async close() {
      rmSync(parent, { recursive: true, force: true });
      await market.close();
    },
  };
}
