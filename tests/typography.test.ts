// Our own texts use the typographic apostrophe, and a blank before a colon; fixed texts keep theirs, letter for letter.
import { expect, it } from 'vitest';
import { sourceFiles } from './support/source-files.ts';

/** Fixed texts with the typewriter apostrophe. */
const fixed: readonly string[] = [
  "Horaires d'ouverture",
  "Une erreur inattendue s'est produite !",
  "Une erreur s'est produite",
  "La livraison pour cette boutique n'est disponible qu'à partir de",
  "pour commander d'autres produits",
  "Vous n'avez pas accès à la gestion des boutique",
  "La position du magasin n'a pas pu être mise à jour",
  "N'oubliez pas de publier vos produits récemment créés",
  "Il n‘y a pour l'instant pas de produit associé à cette catégorie.",
  "Erreur lors de l'envoi du formulaire",
];
const elision = /(?<![\p{L}\\])(?:[ldnscjmt]|(?:jus|lors|puis|quel)?qu)'(?=\p{L}|\$\{)/iu;

/** @param code without its comments */
function typewritten(code: string): string[] {
  return code
    .split('\n')
    .map((line) => fixed.reduce((rest, text) => rest.replaceAll(text, ''), line))
    .filter((line) => elision.test(line));
}

/** Between values of a page: `{name}: {value}`. */
const bareColons = (code: string) => code.split('\n').filter((line) => /^\s*\{[^{}]*(?<!'\\u00a0')\}: \S/.test(line));

it('a value between tags has a blank before its colon', () => {
  const pages = sourceFiles(['src']).filter(({ path }) => path.endsWith('.tsx'));
  expect(pages.length).toBeGreaterThan(300);
  expect(pages.flatMap((file) => bareColons(file.code).map((line) => [file.path, line]))).toEqual([]);
  expect(bareColons('  {value.option}: {value.name}')).toHaveLength(1);
  expect(bareColons('  {value.option}&nbsp;: {value.name}\nconst { a }: { a: string } = b;')).toEqual([]);
});

it('no text uses the typewriter apostrophe', () => {
  const files = sourceFiles(['src', 'sw', 'server']);
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => typewritten(file.code).map((line) => [file.path, line]));
  expect(found).toEqual([]);
});

it('an apostrophe is detected in quotes, in a template and between tags; corrected texts pass', () => {
  expect(typewritten(`const said = "Rien n'est perdu";`)).toHaveLength(1);
  expect(typewritten("const said = `Jusqu'à lundi`;")).toHaveLength(1);
  expect(typewritten("const said = `plus d'$" + '{what}`;')).toHaveLength(1);
  expect(typewritten("  Retour à l'accueil")).toHaveLength(1);
  expect(typewritten(`title="Horaires d'ouverture"\nconst a = 'b', c = 'd';`)).toEqual([]);
});
