// Tokens: the token for each command.
// Guarantee: a refused token costs no attempt and is renewed once; if the new one is refused, the user's commands wait
// for a login; a visitor's need no token.
import type { Cmd, Owner } from '#db/rows.ts';
import { parkOwner } from '../outbox/parking.ts';
import type { ReplayPorts } from './ports.ts';
import { RETRY_SOON } from './timing.ts';

export function createTokens({ local, credentials }: Pick<ReplayPorts, 'local' | 'credentials'>) {
  async function renew(owner: Owner) {
    const result = await credentials.refresh(owner);
    if (result === 'refused') await parkOwner(local, owner);
    return result;
  }

  return {
    /** The owner's token; 'closed' if nothing of this owner can be sent now. */
    async tokenOf(owner: Owner): Promise<string | null | 'closed'> {
      if (owner.startsWith('v:')) return null;
      const token = await credentials.token(owner);
      if (token) return token;
      if ((await renew(owner)) !== 'fresh') return 'closed';
      return (await credentials.token(owner)) ?? 'closed';
    },

    /** `refusedOwners`: owners whose fresh token was refused. @returns when to continue the lane */
    async handleRefusal(
      { owner }: Pick<Cmd, 'owner'>,
      token: string | null,
      refusedOwners: Set<string>,
    ): Promise<'now' | number | null> {
      // Only a login helps.
      if (refusedOwners.has(owner) || owner.startsWith('v:')) {
        await parkOwner(local, owner);
        return null;
      }
      const current = await credentials.token(owner);
      if (current && current !== token) return 'now';
      refusedOwners.add(owner);
      const result = await renew(owner);
      if (result === 'fresh') return 'now';
      return result === 'refused' ? null : local.now() + RETRY_SOON;
    },
  };
}
