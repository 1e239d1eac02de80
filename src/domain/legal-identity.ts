// Legal identity of a seller: written form and mistakes of SIRET and VAT number.
// Sources: luhn algorithm for the SIRET (INSEE), key of the French VAT number (CGI ann. II art. 242 nonies A).
export interface LegalIdentity {
  /** Name of the company, or of its owner. */
  legalName: string;
  /** 'SARL', 'EI' … */
  legalForm: string;
  /** 14 digits. */
  siret: string;
  /** '' for a seller who charges no VAT. */
  vatNumber: string;
  /** Name, address and site of its consumer mediator; absent or '': the market's. */
  mediator?: string | undefined;
}

const withoutBlanks = (typed: string) => typed.replaceAll(/[\s.\u00a0\u2009\u202f-]/g, '');

/** Sum of the digits, each second one from the right doubled. */
const luhnSum = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);

/** '552 100 554 00013' → '55210055400013'; null if it is no SIRET. */
export function writtenSiret(typed: string): string | null {
  const digits = withoutBlanks(typed);
  return /^\d{14}$/.test(digits) && luhnSum(digits) % 10 === 0 ? digits : null;
}

/** 'fr 40 303 265 045' → 'FR40303265045'; null if it is no VAT number of the company of this SIRET. */
export function writtenVatNumber(typed: string, siret: string): string | null {
  const siren = siret.slice(0, 9);
  const [, key, company] = /^FR([0-9A-HJ-NP-Z]{2})(\d{9})$/.exec(withoutBlanks(typed).toUpperCase()) ?? [];
  const isRightKey = /^\d\d$/.test(key ?? '') ? Number(key) === (12 + 3 * (Number(siren) % 97)) % 97 : true;
  return company === siren && isRightKey ? `FR${key}${company}` : null;
}

/** 'Fromagerie du Châtel, SARL'. */
export const nameWithForm = ({ legalName, legalForm }: LegalIdentity): string => `${legalName}, ${legalForm}`;

/** '55210055400013' → '552 100 554 00013'. */
export const formatSiret = (siret: string): string =>
  siret.replace(/^(\d{3})(\d{3})(\d{3})/, '$1\u00a0$2\u00a0$3\u00a0');

/** The values in their stored form; a value with a mistake stays as it was typed. */
export function writtenIdentity({
  legalName,
  legalForm,
  siret,
  vatNumber,
  mediator = '',
}: LegalIdentity): LegalIdentity {
  const written = writtenSiret(siret) ?? siret.trim();
  return {
    legalName: legalName.trim(),
    legalForm: legalForm.trim(),
    siret: written,
    vatNumber: writtenVatNumber(vatNumber, written) ?? vatNumber.trim(),
    ...(mediator.trim() !== '' && { mediator: mediator.trim() }),
  };
}

/** A French sentence for each field with a mistake. */
export function identityMistakes(identity: LegalIdentity): Partial<Record<keyof LegalIdentity, string>> {
  const { legalName, legalForm, siret, vatNumber } = writtenIdentity(identity);
  return {
    ...(legalName === '' && { legalName: 'Nom requis' }),
    ...(legalForm === '' && { legalForm: 'Forme requise, par exemple «\u00a0SARL\u00a0» ou «\u00a0EI\u00a0».' }),
    ...(writtenSiret(siret) === null && { siret: 'Ce n’est pas un SIRET\u00a0: vérifiez ses quatorze chiffres.' }),
    // It repeats the SIRET, whose mistake comes first.
    ...(vatNumber !== '' &&
      writtenSiret(siret) !== null &&
      writtenVatNumber(vatNumber, siret) === null && {
        vatNumber: 'Numéro attendu\u00a0: FR, deux caractères, puis les neuf premiers chiffres du SIRET.',
      }),
  };
}
