// Identifiers made on the device (RFC 9562): random ones, and names that always give the same id.
// By a library: crypto.randomUUID does not exist on a page served without TLS, and awaiting crypto.subtle for the digest of a
// name inside an IndexedDB transaction would close it.
import { v4, v5 } from 'uuid';

/** Étal's own name space for derived ids. */
const NAMESPACE = '5d8f6f0a-3b57-4d0e-9a55-6c1f0c8a7e21';

export const newId = (): string => v4();

/** The same `name` gives the same id, on any device and at any time. */
export const uuidv5 = (name: string, namespace: string = NAMESPACE): string => v5(name, namespace);
