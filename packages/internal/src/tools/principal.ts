import { kindOf } from '../options/describe-value.ts';
import { type Fields, isObject } from '../values/json-values.ts';
import { utf8Key } from '../values/text-encoding.ts';

/** A copy of a principal, like `Principal` of `@toolwire/core`, which this package can't import. */
export interface CopiedPrincipal {
  readonly id: string;
  readonly issuer?: string | undefined;
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly via?: Omit<CopiedPrincipal, 'via'> | undefined;
}

const example = '{ id: user.id }, or undefined for an anonymous caller';

/**
 * Validates and copies the principal that an app returns. The copy also has the values of getters, and later changes to the app's object
 * can't change who the caller is. The members of `claims` are not copied.
 */
export function copyPrincipal(principal: unknown): CopiedPrincipal | undefined {
  if (principal === undefined || principal === null) return undefined;
  // The value is never shown: it may be a token or personal data.
  if (!isObject(principal)) {
    const kind = typeof principal === 'number' ? 'a number' : kindOf(principal);
    throw new TypeError(`\`principal\` must return ${example}, not ${kind}`);
  }
  const { id, issuer, claims, scopes, via } = principal;
  const copied = {
    ...principal,
    id,
    ...(issuer !== undefined && { issuer }),
    ...(claims !== undefined && { claims }),
    ...(scopes !== undefined && { scopes: Array.isArray(scopes) ? Object.freeze([...(scopes as unknown[])]) : scopes }),
    ...(via !== undefined && { via: copyPrincipal(via) }),
  };
  checkPrincipal(copied);
  return Object.freeze(copied);
}

function checkPrincipal(copied: Fields): asserts copied is Fields & CopiedPrincipal {
  const { id, issuer, claims, scopes } = copied;
  if (typeof id === 'number') {
    throw new TypeError('`principal` must return an id that is a string: { id: String(user.id) }');
  }
  if (typeof id !== 'string' || id === '') {
    throw new TypeError(
      `\`principal\` must return ${example}, and this object has ${id === '' ? 'an empty' : 'no'} \`id\``,
    );
  }
  if (issuer !== undefined && typeof issuer !== 'string') {
    throw new TypeError(`The \`issuer\` of a \`principal\` must be a string, not ${kindOf(issuer)}`);
  }
  if (claims !== undefined && !isObject(claims)) {
    throw new TypeError(`The \`claims\` of a \`principal\` must be an object, not ${kindOf(claims)}`);
  }
  // A string has `includes` too: 'orders:write:all' would contain 'orders:write'.
  if (scopes !== undefined && !(Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string'))) {
    throw new TypeError("The `scopes` of a `principal` must be a list of strings: token.scope.split(' ')");
  }
}

/** The fields that identify a principal. */
export interface PrincipalIdentity {
  readonly id: string;
  readonly issuer?: string | undefined;
  readonly via?: { readonly id: string; readonly issuer?: string | undefined } | undefined;
}

/** A unique key for each principal, also as UTF-8. */
export function principalKey({ id, issuer, via }: PrincipalIdentity): string {
  // The forms start with a colon, a quote or a bracket, so they can't collide.
  if (via === undefined) return issuer === undefined ? utf8Key(`:${id}`) : JSON.stringify([id, issuer]);
  return JSON.stringify([id, issuer, via.id, via.issuer]);
}

/** The owner of what a caller stores, such as sessions, tasks and uploads. `undefined` for anonymous callers, for whom the ID is the only proof of ownership. */
export function ownerOf({ principal }: { readonly principal?: PrincipalIdentity | undefined }): string | undefined {
  return principal && principalKey(principal);
}

/** The fields of a call that show where its credentials came from. */
interface CallOf<Entry> {
  readonly principal?: unknown;
  readonly context: { readonly supplied?: ReadonlySet<Entry> | undefined };
}

/** Whether a token or secret identifies the caller. One that the server supplied for a known principal does not: it may be renewed between attempts. */
export function identifiesCaller<Entry>({ principal, context }: CallOf<Entry>, entry: Entry): boolean {
  return principal === undefined || context.supplied?.has(entry) !== true;
}
