// Verifies the signature of a collection code on the device.
import type { CollectionKey } from '#contract/orders/collection-keys.ts';
import type { ReadCode } from '#domain/orders/collection-code.ts';

type Code = Extract<ReadCode, { kind: 'code' }>;

/** 'unknown-key': the code's key is not among them. */
export type Signature = 'good' | 'forged' | 'unknown-key';

const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;

export async function checkSignature(
  { proof, signed, signature }: Code,
  keys: readonly Pick<CollectionKey, 'id' | 'x' | 'y'>[],
): Promise<Signature> {
  const key = keys.find(({ id }) => id === proof.keyId);
  if (!key) return 'unknown-key';
  const { subtle } = crypto;
  const { x, y } = key;
  const imported = await subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, P256, false, ['verify']);
  const isGood = await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, imported, signature, signed);
  return isGood ? 'good' : 'forged';
}
