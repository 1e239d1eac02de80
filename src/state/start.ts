// Starts what works behind the screens: outbox, replay, session. Called once on idle; a screen that needs it earlier (the
// cart page, the account) starts it by using it.

export async function startEngine(): Promise<void> {
  const { ready } = await import('./opening.ts');
  await ready();
  const { offerImpersonation } = await import('./impersonation.ts');
  await offerImpersonation();
}
