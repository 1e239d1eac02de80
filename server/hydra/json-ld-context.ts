// JSON-LD context of answers: adds the kind, the context and, for complete lists, the search template for clients
// without the contract. Guarantee: a few bytes per answer.
import { API } from '../plugins/api-headers.ts';
import { refusalInContext } from '../plugins/json-ld.ts';
import { searchOf } from './documentation.ts';
import { kindOfAnswer, resources } from './vocabulary.ts';

const LIST = 'hydra:Collection';

/** @param name of the endpoint */
export function withJsonLdContext(name: string, url: string, answer: unknown): unknown {
  const kind = kindOfAnswer.get(name);
  if (typeof answer !== 'object' || answer === null) return answer;
  if ('hydra:description' in answer) return refusalInContext(answer);
  if (kind === undefined) return answer;
  const type = '@type' in answer ? answer['@type'] : kind;
  const whole = resources.find(({ path, variables }) => url === API + path && variables.length > 0);
  const search = whole && type === LIST ? { 'hydra:search': searchOf(API, whole) } : {};
  return { '@context': `${API}/contexts/${kind}`, '@type': type, ...answer, ...search };
}
