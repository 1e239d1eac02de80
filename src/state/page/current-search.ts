/**
 * Parameters of the address as it is now. A change of the address is made of these: the rendered ones are older until the
 * router has rendered the last navigation, and a second quick choice would undo the first.
 */
export const currentSearch = () => new URLSearchParams(location.search);
