import { type Fields, isObject } from '@toolwire/core/wire';
import type { Signer } from './signer.ts';

/** The caller, tool and input of a state. It is invalid for any other subject. */
export interface StateSubject {
  /** The owner of the state. `undefined` for anonymous callers. */
  readonly owner: string | undefined;
  readonly toolId: string;
  readonly input: unknown;
}

/** Why a returned state is rejected. */
export type StateProblem = 'forged' | 'expired';

/** State that a client returns in the next round of a call: the answers so far. */
export interface RequestStates {
  seal(answers: Fields, subject: StateSubject): Promise<string>;
  open(state: string, subject: StateSubject): Promise<Fields | StateProblem>;
}

/** Creates states that are valid for a limited time. */
export function createRequestStates(signer: Signer, ttlMs: number): RequestStates {
  return {
    seal: (answers, subject) => signer.sign({ answers, expiresAt: Date.now() + ttlMs }, purposeOf(subject)),
    async open(state, subject) {
      // Untrusted until the signature, the subject and the expiry are verified. MCP-ASK-04
      const content = await signer.open(state, purposeOf(subject));
      if (!isObject(content) || !isObject(content['answers'])) return 'forged';
      return typeof content['expiresAt'] === 'number' && content['expiresAt'] > Date.now()
        ? content['answers']
        : 'expired';
    },
  };
}

// Bound to one caller, one tool and one input. MCP-ASK-06
function purposeOf({ owner, toolId, input }: StateSubject): string {
  return `mcp state ${JSON.stringify([owner ?? null, toolId, sorted(input)])}`;
}

// Clients may reorder the members of the same arguments. The wrapper object keeps objects distinct from arrays.
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, sorted(member)]);
  return { members: members.sort(([left], [right]) => (left < right ? -1 : 1)) };
}
