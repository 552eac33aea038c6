import { besideCases } from './cases/beside.ts';
import { bodyCases } from './cases/bodies.ts';
import { connectionCases } from './cases/connections.ts';
import { disconnectCases } from './cases/disconnects.ts';
import { inFrontCases } from './cases/in-front.ts';
import { mountingCases } from './cases/mounting.ts';
import { streamAndFailureCases } from './cases/streams-and-failures.ts';
import { whoCallsCases } from './cases/who-calls.ts';
import type { HostCaseGroup } from './host-case.ts';

/** Everything that must hold on every host. */
export const hostSuite: readonly HostCaseGroup[] = [
  mountingCases,
  besideCases,
  inFrontCases,
  whoCallsCases,
  bodyCases,
  connectionCases,
  disconnectCases,
  streamAndFailureCases,
];
