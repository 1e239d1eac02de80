// Operator action endpoints: the log of what operators did.
import * as z from 'zod/mini';
import { itemsPerPage, pageNumber, textLine } from '../bounds.ts';
import type { Endpoint } from '../endpoint.ts';
import { MAX_SEARCH } from '../limits.ts';
import { collection } from '../wire/hydra.ts';

/** Actions with their names: '… a masqué le produit « Tomme »'. */
export const operatorActionNames = {
  'content-hidden': 'a masqué',
  'content-restored': 'a de nouveau montré',
  'notice-kept': 'a laissé en ligne après un signalement',
  'contest-upheld': 'a maintenu masqué après une réponse',
  'acted-for': 'a commencé à agir au nom de',
  'changed-for': 'a modifié au nom de',
  'account-blocked': 'a bloqué le compte de',
  'account-unblocked': 'a débloqué le compte de',
  'account-exported': 'a exporté les données de',
  'account-ended': 'a supprimé le compte de',
  'content-created': 'a créé',
  'content-changed': 'a modifié',
  'content-deleted': 'a supprimé',
  'factor-enrolled': 'a mis en place sa double authentification',
  'recovery-code-used': 'est entré avec un code de secours',
  'role-given': 'a donné un rôle à',
  'roles-taken': 'a retiré les rôles de',
  'factor-removed': 'a retiré la double authentification de',
  'order-refunded': 'a remboursé',
  'store-created': 'a créé',
  'owner-invited': 'a invité à tenir',
  'store-published': 'a publié',
  'store-suspended': 'a suspendu',
  'commission-changed': 'a changé la commission de',
  'mail-retried': 'a renvoyé',
  'job-run': 'a lancé',
  'identity-changed': 'a corrigé l’identité légale de',
} as const;
export type OperatorActionName = keyof typeof operatorActionNames;

const action = z.object({
  '@type': z.literal('OperatorAction'),
  number: z.int(),
  operator: z.string(),
  action: z.enum(Object.keys(operatorActionNames) as [OperatorActionName, ...OperatorActionName[]]),
  /** IRI; empty if it has none. */
  subject: z.string(),
  title: z.string(),
  reasons: z.string(),
  createdAt: z.string(),
});
export type OperatorAction = z.output<typeof action>;

export const operatorActionEndpoints = {
  /** The newest first. `text`: part of the operator's name, of the title or of the reasons. */
  'administration.actions': {
    method: 'GET',
    path: '/administration/actions',
    access: 'operator',
    offline: 'online',
    query: z.object({
      page: z.optional(pageNumber),
      itemsPerPage: z.optional(itemsPerPage),
      text: z.optional(textLine(MAX_SEARCH)),
    }),
    answer: collection(action),
  },
} as const satisfies Record<string, Endpoint>;
