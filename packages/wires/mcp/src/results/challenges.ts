import type { RefusedOutcome } from '@toolwire/core';
import { tellOfToken } from './bearer-challenge.ts';

/** How callers are asked to sign in, or for more scopes. */
export interface Challenges {
  /** Adds to a refusal where its reader may get a token. */
  readonly lead: (refusal: RefusedOutcome) => RefusedOutcome;
  /** The same for a client that reads it in the result of its call; `undefined` where it is told by HTTP. */
  readonly inResult: (refusal: RefusedOutcome, header: ReadHeader | undefined) => string | undefined;
}

type ReadHeader = (name: string) => string | undefined;

/** Where nobody has said who issues tokens, there is nowhere to lead to. */
export const noChallenges: Challenges = { lead: tellOfToken, inResult: () => undefined };
