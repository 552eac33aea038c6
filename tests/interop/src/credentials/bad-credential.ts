import type { JwtRejection } from '@toolwire/auth/jwt';
import type { TokenParts } from './issuer.ts';

/** What somebody sends to be let in. */
export interface Attempt {
  /** The values of `Authorization`, each in a line of its own. */
  readonly authorization?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** What stands behind the path, such as `?key=1`. */
  readonly query?: string;
  /** Members of the body beside what a request needs. */
  readonly members?: object;
}

/** Credentials that must not be taken. */
export interface BadCredential {
  readonly name: string;
  /** Why, as the log has it: a row that is refused for another reason does not test what it says. */
  readonly reason: JwtRejection | 'no_credentials';
  /** Made when it is sent, since its times count from then. */
  readonly attempt: () => Attempt;
  /** Whether node:http refuses such a head itself, so that no host sees it. */
  readonly isTooLongForNode?: boolean;
}

/** A bearer token in the header. */
export function bearer(token: string): Attempt {
  return { authorization: [`Bearer ${token}`] };
}

/** A token that is good but for these parts, and why it is refused. */
export type SpoiltRow = readonly [name: string, reason: JwtRejection, parts: TokenParts | (() => TokenParts)];
