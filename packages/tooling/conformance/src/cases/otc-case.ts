import { type Need, type OtcServer, type ServerState, serverStates } from '../client/otc-server.ts';
import type { RequirementId } from '../requirements/otc/requirement.ts';

/** One check of a server. Throws if the server fails it. */
export interface OtcCase {
  /** A sentence that is true for a conforming server. */
  readonly title: string;
  readonly requirements: readonly RequirementId[];
  /** The case is skipped for servers without these. */
  readonly needs?: readonly Need[];
  /** `required` (the default) if the standard defines the response. `advised` if the response is only good practice. */
  readonly grade?: 'required' | 'advised';
  /** Set if the case mostly waits, so that a runner may run it in parallel with others. */
  readonly waits?: true;
  run(server: OtcServer): Promise<void>;
}

/** Cases about one part of the specification. */
export interface CaseGroup {
  readonly title: string;
  readonly cases: readonly OtcCase[];
}

/** Returns the server state that a case needs, if any. */
export function stateIn(needs: readonly Need[]): ServerState | undefined {
  return serverStates.find((state) => needs.includes(state));
}

/** Thrown by a case that does not apply to the server. */
export class CaseSkipped extends Error {
  override readonly name: string = 'CaseSkipped';
}

/** Whether a case skipped itself. Checks the name, because several copies of this package may be loaded. */
export function isSkip(error: unknown): error is Error {
  return error instanceof Error && error.name === 'CaseSkipped';
}

/** Returns the titles of a group's cases, with the title of the group. */
export function titlesOf(group: {
  readonly title: string;
  readonly cases: readonly { readonly title: string }[];
}): string[] {
  return group.cases.map(({ title }) => `${group.title}: ${title}`);
}
