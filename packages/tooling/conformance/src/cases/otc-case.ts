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

/** Creates a group whose cases share what they need and their grade, except for cases with their own. */
export function groupOf({ title, cases, ...shared }: CaseGroup & Pick<OtcCase, 'needs' | 'grade'>): CaseGroup {
  return { title, cases: cases.map((otcCase) => ({ ...shared, ...otcCase })) };
}

/** Creates a case for each row of a table. */
export function casesFor<const Row>(rows: readonly Row[], create: (row: Row) => OtcCase): readonly OtcCase[] {
  return rows.map((row) => create(row));
}

/** Returns the server state that a case needs, if any. */
export function stateIn(needs: readonly Need[]): ServerState | undefined {
  return serverStates.find((state) => needs.includes(state));
}

/** Returns the groups with only the cases for a state, or with the cases that need no state. */
export function groupsIn(all: readonly CaseGroup[], state: ServerState | undefined): readonly CaseGroup[] {
  return all.map(({ title, cases }) => ({
    title,
    cases: cases.filter(({ needs = [] }) => stateIn(needs) === state),
  }));
}

/** Thrown by a case that does not apply to the server. */
export class CaseSkipped extends Error {
  override readonly name: string = 'CaseSkipped';
}

/** Whether a case skipped itself. Checks the name, because several copies of this package may be loaded. */
export function isSkip(error: unknown): error is Error {
  return error instanceof Error && error.name === 'CaseSkipped';
}

interface Titled {
  readonly title: string;
}

/** Returns the title of a case with the title of its group, for results and exceptions. */
export function titleOf(group: Titled, oneCase: Titled): string {
  return `${group.title}: ${oneCase.title}`;
}

/** Returns the titles of a group's cases, with the title of the group. */
export function titlesOf(group: Titled & { readonly cases: readonly Titled[] }): string[] {
  return group.cases.map((oneCase) => titleOf(group, oneCase));
}
