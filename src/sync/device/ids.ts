// Identifiers created on the device (RFC 9562): random ones, and ones derived from a name.
// Uses a library, since crypto.randomUUID is missing on pages without TLS, and awaiting crypto.subtle in an IndexedDB
// transaction would close it.
import { v4, v5 } from 'uuid';

/** Étal's namespace of derived ids. */
const NAMESPACE = '5d8f6f0a-3b57-4d0e-9a55-6c1f0c8a7e21';

export const newId = (): string => v4();

/** The same `name` gives the same id on every device. */
export const uuidv5 = (name: string, namespace: string = NAMESPACE): string => v5(name, namespace);
