import type { RequirementId } from '../requirements/requirement.ts';
import { type Need, type OtcServer, type ServerState, serverStates } from '../subject/otc-server.ts';

/** One check of a server: it resolves when the server is right, and throws what is wrong otherwise. */
export interface OtcCase {
  /** A sentence that is true of a right server. */
  readonly title: string;
  readonly requirements: readonly RequirementId[];
  /** What the server must have for the case to say anything. */
  readonly needs?: readonly Need[];
  /**
   * `required` (the default) where the standard's text demands the answer; `advised` where it is silent
   * and the answer is engineering judgement.
   */
  readonly grade?: 'required' | 'advised';
  /** Mostly waits, and minds no neighbours: a runner may start it early, beside others. */
  readonly waits?: true;
  run(server: OtcServer): Promise<void>;
}

/** Cases about one part of the specification. */
export interface CaseGroup {
  readonly title: string;
  readonly cases: readonly OtcCase[];
}

/** The state that a server has to be put in for a case; none for most. */
export function stateIn(needs: readonly Need[]): ServerState | undefined {
  return serverStates.find((state) => needs.includes(state));
}

/** Thrown by a case that finds nothing on a server to check. */
export class CaseSkipped extends Error {
  override readonly name: string = 'CaseSkipped';
}

/** Tells a case that skips itself, of any copy of this package, from one that failed. */
export function isSkip(error: unknown): error is Error {
  return error instanceof Error && error.name === 'CaseSkipped';
}

/** The titles of a group's cases, each with its group. */
export function titlesOf(group: {
  readonly title: string;
  readonly cases: readonly { readonly title: string }[];
}): string[] {
  return group.cases.map(({ title }) => `${group.title}: ${title}`);
}
