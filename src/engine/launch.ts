// The first thing that is done with the engine's code once it is there: the outbox opens, and who may act for someone is asked.
import { ready } from '#state/page/engine-port.ts';

export async function launch(): Promise<void> {
  await ready();
  const { offerImpersonation } = await import('#state/session/impersonation.ts');
  await offerImpersonation();
}
