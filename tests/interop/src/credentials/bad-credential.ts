import type { JwtRejection } from '@toolwire/auth/jwt';
import type { TokenParts } from './issuer.ts';

/** The credentials of a request. */
export interface Attempt {
  /** The values of `Authorization`, each on a separate line. */
  readonly authorization?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The part after the path, such as `?key=1`. */
  readonly query?: string;
  /** Members of the body in addition to the required ones. */
  readonly members?: object;
}

/** Credentials that must not be taken. */
export interface BadCredential {
  readonly name: string;
  /** The logged reason. A row that is refused for another reason does not test its subject. */
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
