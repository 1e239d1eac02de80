// Passwords in requests.
// Guarantee: never trimmed; blanks at either end belong to the password.
import * as z from 'zod/mini';
import { visibleCharacter } from '../bounds.ts';
import { MAX_PASSWORD } from '../limits.ts';

/** A password that is chosen. */
export const plainPassword = z
  .string()
  .check(
    z.minLength(1, { error: 'Ce champ ne doit pas être vide !', abort: true }),
    z.maxLength(MAX_PASSWORD, { error: 'Le mot de passe est trop long.', abort: true }),
    z.regex(visibleCharacter, { error: 'Le mot de passe ne peut pas être fait d’espaces seulement.', abort: true }),
    z.minLength(8, 'Le mot de passe doit compter au moins 8 caractères.'),
  );

/** A password that is compared with the one of an account. */
export const typedPassword = z
  .string('Champ obligatoire')
  .check(
    z.minLength(1, { error: 'Champ obligatoire', abort: true }),
    z.maxLength(MAX_PASSWORD, { error: `${MAX_PASSWORD} caractères au maximum.`, abort: true }),
  );
