// Elision: 'de' before a name.

/** 'd’Espalion', 'de Millau'. An initial h counts as mute, as in 'd’Huparlac'. */
export const ofName = (name: string): string => (/^[aàâeéèêiîoôuûyh]/i.test(name) ? `d’${name}` : `de ${name}`);
