// Elision: 'de' before a name.

/** 'd’Étain', 'de Verdun'. An initial h counts as mute, as in 'd’Hattonchâtel'. */
export const ofName = (name: string): string => (/^[aàâeéèêiîoôuûyh]/i.test(name) ? `d’${name}` : `de ${name}`);
