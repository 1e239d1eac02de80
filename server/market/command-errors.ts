// What a failed command says: all mistakes of a folder, or one sentence.
import { explainStartError } from '../process/start-errors.ts';
import type { Env } from '../runtime/env.ts';
import { StoreTaken } from './accounts/accounts.ts';
import { PasswordRejected } from './accounts/password-input.ts';
import { OperatorError } from './accounts/roles.ts';
import { UsageError } from './command-input.ts';
import { OtherMarket } from './copy-storage.ts';
import { FolderNotEmpty } from './export/export.ts';
import { FolderRejected, formatMistakes } from './format/mistakes.ts';
import { explainGivenPath } from './given-paths.ts';
import { MarketChanged } from './import.ts';
import { PictureChanged } from './writing/placed-files.ts';

export function explainCommandError(error: unknown, env: Env | null): string {
  if (error instanceof FolderRejected) return `${formatMistakes(error.mistakes)}\nRien n’a été changé.`;
  if (error instanceof UsageError) return `${error.message}\nLes commandes\u00a0: npm run market -- help`;
  const isForPeople = [
    FolderNotEmpty,
    MarketChanged,
    OperatorError,
    OtherMarket,
    PasswordRejected,
    PictureChanged,
    StoreTaken,
  ].some((kind) => error instanceof kind);
  if (error instanceof Error && isForPeople) return error.message;
  return (env && explainGivenPath(error, env.dataDir)) ?? explainStartError(error, env);
}
