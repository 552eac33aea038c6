import { byteCases } from '../cases/edge/bytes.ts';
import { contentTypeCases } from '../cases/edge/content-types.ts';
import { methodAndPathCases } from '../cases/edge/methods-and-paths.ts';
import { schemaUriCases } from '../cases/edge/schema-uris.ts';
import { chunkCases } from '../cases/http/chunks.ts';
import { connectionCases } from '../cases/http/connections.ts';
import { headCases } from '../cases/http/heads.ts';
import { lengthCases } from '../cases/http/lengths.ts';
import { type CaseGroup, stateIn, titlesOf } from '../cases/otc-case.ts';
import { otcSuite } from '../cases/otc-suite.ts';
import { findExceptions, type KnownException } from '../known-exceptions.ts';

/** The groups about bytes, paths and headers, which a host takes apart before the server sees any of it. */
const ofHosts: ReadonlySet<CaseGroup> = new Set([
  byteCases,
  contentTypeCases,
  methodAndPathCases,
  schemaUriCases,
  headCases,
  lengthCases,
  chunkCases,
  connectionCases,
]);

/**
 * The cases of the standard that tell whether a host is right, where the server behind it is known to be: all that a host could spoil, all
 * with an exception, and of every other group the first for each state of the server.
 */
export function sampleCases(exceptions: readonly KnownException[]): readonly CaseGroup[] {
  const known = findExceptions(exceptions, otcSuite.flatMap(titlesOf));
  return otcSuite.map((group) => {
    const states = new Set<string>();
    const cases = group.cases.filter(({ title, needs = [] }) => {
      const state = stateIn(needs) ?? 'none';
      const first = !states.has(state);
      states.add(state);
      return first || ofHosts.has(group) || known.has(`${group.title}: ${title}`);
    });
    return { ...group, cases };
  });
}
