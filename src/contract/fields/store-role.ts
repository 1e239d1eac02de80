// Field: the role of a person in a store.
import * as z from 'zod/mini';
import { storeRoles } from '../merchant/store-roles.ts';

export const storeRole = z.enum(storeRoles, 'Rôle inconnu.');
