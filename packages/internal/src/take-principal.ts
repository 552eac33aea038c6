import { type Fields, isObject } from './json-shape.ts';
import { kindOf } from './kind-of.ts';

/** Who calls, as it was when it was taken. */
export interface TakenPrincipal {
  readonly id: string;
  readonly issuer?: string | undefined;
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly via?: Omit<TakenPrincipal, 'via'> | undefined;
}

const example = '{ id: user.id }, or undefined for nobody';

/**
 * Takes what an app says of who calls; throws, in words for whoever wrote that, at what names nobody. What is taken is a copy: it is
 * whole where the id is a getter of a class, and what a session or a tool writes into the app's own object afterwards makes nobody another.
 */
export function takePrincipal(answer: unknown): TakenPrincipal | undefined {
  if (answer === undefined || answer === null) return undefined;
  // Never shown: a text may be a token, and an id is of somebody.
  if (!isObject(answer)) throw new TypeError(`\`principal\` must answer ${example}, not ${kindOf(answer)}`);
  const { id, issuer, claims, scopes, via } = answer;
  const taken = {
    ...answer,
    id,
    ...(issuer !== undefined && { issuer }),
    ...(claims !== undefined && { claims }),
    ...(scopes !== undefined && { scopes: Array.isArray(scopes) ? Object.freeze([...(scopes as unknown[])]) : scopes }),
    ...(via !== undefined && { via: takePrincipal(via) }),
  };
  checkPrincipal(taken);
  return Object.freeze(taken);
}

function checkPrincipal(taken: Fields): asserts taken is Fields & TakenPrincipal {
  const { id, issuer, claims, scopes } = taken;
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
  if (claims !== undefined && !isObject(claims)) {
    throw new TypeError(`The \`claims\` of a \`principal\` must be an object, not ${kindOf(claims)}`);
  }
  // A text would be searched as one, and 'orders:write:all' holds 'orders:write'.
  if (scopes !== undefined && !(Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string'))) {
    throw new TypeError("The `scopes` of a `principal` must be a list of texts: token.scope.split(' ')");
  }
}
