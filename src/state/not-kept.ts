// What is said when the device could not keep a change: nothing was written, nothing will be sent.
const notKept = "Cet appareil n'a pas pu enregistrer le changement. Rien d'autre n'a été modifié.";

/** `failure`: of the write to the device; a full one (`DeviceFull`, told by its name: its code is not loaded first) says so. */
export const notKeptSentence = (failure: unknown): string =>
  failure instanceof Error && failure.name === 'DeviceFull' ? failure.message : notKept;
