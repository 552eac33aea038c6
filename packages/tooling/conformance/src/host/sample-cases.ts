import { byteCases } from '../cases/bodies/bytes.ts';
import { contentTypeCases } from '../cases/bodies/content-types.ts';
import { chunkCases } from '../cases/http/chunks.ts';
import { connectionCases } from '../cases/http/connections.ts';
import { headCases } from '../cases/http/heads.ts';
import { lengthCases } from '../cases/http/lengths.ts';
import { methodAndPathCases } from '../cases/http/methods-and-paths.ts';
import { type CaseGroup, stateIn, titleOf } from '../cases/otc-case.ts';
import { otcSuite } from '../cases/otc-suite.ts';
import { webPageCases } from '../cases/security/web-pages.ts';
import { schemaUriCases } from '../cases/versions/schema-uris.ts';
import type { ReasonsByTitle } from '../runners/declare-tests.ts';

/** The groups about bytes, paths and headers, which a host parses before the server does. */
const affectedByHosts: ReadonlySet<CaseGroup> = new Set([
  byteCases,
  contentTypeCases,
  methodAndPathCases,
  schemaUriCases,
  headCases,
  lengthCases,
  chunkCases,
  connectionCases,
  webPageCases,
]);

/**
 * Selects the cases of the standard that check a host whose server is known to conform: all cases that a host can break, all with an
 * exception, and the first case of every other group for each state of the server.
 */
export function sampleCases(exceptions: ReasonsByTitle): readonly CaseGroup[] {
  return otcSuite.map((group) => {
    const states = new Set<string>();
    const cases = group.cases.filter((otcCase) => {
      const state = stateIn(otcCase.needs ?? []) ?? 'none';
      const first = !states.has(state);
      states.add(state);
      return first || affectedByHosts.has(group) || exceptions.has(titleOf(group, otcCase));
    });
    return { ...group, cases };
  });
}
