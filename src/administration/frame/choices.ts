// Choices of a select field, from names by value.
export const choicesOf = <K extends string>(names: Record<K, string>) =>
  (Object.entries(names) as [K, string][]).map(([id, name]) => ({ id, name }));
