// Name of the market.

/** @param setting its setting; without one, the name of the program */
export const siteNameOf = (setting: string | undefined): string => setting || 'Étal';
