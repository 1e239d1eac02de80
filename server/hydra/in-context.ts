// Adds to an answer what clients that do not know the contract need: where the meaning of its keys stands,
// and, with the whole of a list, what the list may be asked for. Guarantee: a few bytes on what everyone asks for.
import { API } from '../plugins/api-headers.ts';
import { searchOf } from './documentation.ts';
import { kindOfAnswer, resources } from './vocabulary.ts';

const LIST = 'hydra:Collection';

/** @param name of the endpoint that answers; a refusal stays as it is */
export function inContext(name: string, url: string, answer: unknown): unknown {
  const kind = kindOfAnswer.get(name);
  if (kind === undefined || typeof answer !== 'object' || answer === null || !('@type' in answer)) return answer;
  if (answer['@type'] !== kind && answer['@type'] !== LIST) return answer;
  const whole = resources.find(({ path, variables }) => url === API + path && variables.length > 0);
  const search = whole && answer['@type'] === LIST ? { 'hydra:search': searchOf(API, whole) } : {};
  return { '@context': `${API}/contexts/${kind}`, ...answer, ...search };
}
