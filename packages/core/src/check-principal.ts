import { type Fields, isObject, kindOf } from '@toolwire/internal';
import type { Principal } from './principal.ts';

const example = '{ id: user.id }, or undefined for nobody';

/** Takes what an app says of who calls; throws, in words for whoever wrote that, at what names nobody. */
export function expectPrincipal(answer: unknown): Principal | undefined {
  if (answer === undefined || answer === null) return undefined;
  // Never shown: a text may be a token, and an id is of somebody.
  if (!isObject(answer)) throw new TypeError(`\`principal\` must answer ${example}, not ${kindOf(answer)}`);
  checkPrincipal(answer);
  return answer;
}

function checkPrincipal(answer: Fields): asserts answer is Fields & Principal {
  const { id, issuer, scopes } = answer;
  if (typeof id === 'number') {
    throw new TypeError('`principal` must answer an id that is a text: { id: String(user.id) }');
  }
  if (typeof id !== 'string' || id === '') {
    throw new TypeError(
      `\`principal\` must answer ${example}, and this object has ${id === '' ? 'an empty' : 'no'} \`id\``,
    );
  }
  if (issuer !== undefined && typeof issuer !== 'string') {
    throw new TypeError(`The \`issuer\` of a \`principal\` must be a text, not ${kindOf(issuer)}`);
  }
  // A text would be searched as one, and 'orders:write:all' holds 'orders:write'.
  if (scopes !== undefined && !(Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string'))) {
    throw new TypeError("The `scopes` of a `principal` must be a list of texts: token.scope.split(' ')");
  }
}
